import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where clients get the picture of a currency: inside its address, so that they need no other server.
enum CurrencyPicture {
    /// The longest address that the contract allows, in bytes.
    static let addressBytesMax = 1024
    /// A larger picture does not fit into an address: Base64 makes four bytes of three.
    static let iconBytesMax = addressBytesMax / 4 * 3

    /// The address of the creator's picture, if it fits; otherwise of a disc with the first letter of the symbol.
    static func address(icon: [UInt8]?, symbol: String, colors: [String]) -> String {
        if let icon, icon.count <= iconBytesMax, let format = PictureFormat(of: icon) {
            let address = "data:\(format.mediaType);base64," + Data(icon).base64EncodedString()
            if address.utf8.count <= addressBytesMax { return address }
        }
        let color = colors.first.map { "%23" + $0.dropFirst() } ?? "%23116b3a"
        return "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E"
            + "%3Ccircle cx='32' cy='32' r='32' fill='\(color)'/%3E%3Ctext x='32' y='44' font-size='36' "
            + "text-anchor='middle' fill='white' font-family='sans-serif'%3E\(letter(symbol))%3C/text%3E%3C/svg%3E"
    }

    /// A letter or digit needs no escape.
    private static func letter(_ symbol: String) -> String {
        symbol.first { $0.isASCII && ($0.isLetter || $0.isNumber) }.map(String.init) ?? "*"
    }
}
