import CodeScanner
import FlipcashCore
import FlipcashDrawing

extension CommandFailure {
    /// Converts an error of drawing or encoding; nil for other errors.
    init?(drawing error: any Error) {
        switch error {
        case let error as DrawingError: self.init("cannot_draw", .badInput, Self.sentence(error.description))
        case let error as KikCodesError: self.init("bad_code", .badInput, Self.sentence(error.description))
        case let error as CashCode.PayloadError: self.init("bad_amount", .badInput, Self.sentence(error.description))
        case let error as MoneyError:
            self.init("bad_amount", .badInput, Self.message(Self.sentence("\(error)"), advice: "Use another amount."))
        default: return nil
        }
    }

    /// A library's error text as a sentence.
    static func sentence(_ text: String) -> String {
        let start = start(text)
        return start.hasSuffix(".") ? start : start + "."
    }

    /// A library's error text as the start of a sentence.
    static func start(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
