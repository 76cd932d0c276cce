/// The options passed with `--flipcash-swift_opt`.
struct GeneratorOptions {
    /// The name of the module to generate, also used for the list of its messages.
    private(set) var module = ""
    /// The Swift type of `bytes` fields.
    private(set) var bytes = BytesType.array

    /// The modules that generated models import: the codec, except in the codec itself, and the module of the `bytes`
    /// type.
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
            default: throw GeneratorError("unknown option \(item); use Module=NAME or Bytes=Array|Data")
            }
        }
        guard !module.isEmpty else { throw GeneratorError("the option Module=NAME is missing") }
    }
}
