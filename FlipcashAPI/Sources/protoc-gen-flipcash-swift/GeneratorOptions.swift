/// What the caller may set with `--flipcash-swift_opt`.
struct GeneratorOptions {
    /// The module the code is for; names the list of its messages.
    private(set) var module = ""
    /// The Swift type of `bytes` fields.
    private(set) var bytes = BytesType.array

    /// The modules that models need: the codec, unless the models are its own, and what has the type of `bytes`.
    var imports: [String] {
        let codec = module == "ProtobufCodec" ? [] : ["ProtobufCodec"]
        return bytes.module.map { [$0] + codec } ?? codec
    }

    init(_ parameter: String) throws {
        for item in parameter.split(separator: ",") {
            let parts = item.split(separator: "=", maxSplits: 1).map(String.init)
            switch (parts.first, parts.last) {
            case ("Module", let name?) where parts.count == 2: module = name
            case ("Bytes", "Array") where parts.count == 2: bytes = .array
            case ("Bytes", "Data") where parts.count == 2: bytes = .data
            default: throw GeneratorError("unknown option \(item); there are Module=NAME and Bytes=Array|Data")
            }
        }
        guard !module.isEmpty else { throw GeneratorError("the option Module=NAME is missing") }
    }
}
