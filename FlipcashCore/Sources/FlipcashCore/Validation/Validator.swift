/// Checks what somebody typed. Callers use the output, never the input.
public protocol Validator<Output>: Sendable {
    /// What acceptable input becomes.
    associatedtype Output

    /// The canonical form of `input`, or nil when it is not acceptable.
    func validate(_ input: String) -> Output?
}
