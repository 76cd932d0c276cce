/// A sub-message kept on the heap, because it is large or may contain the message that holds it.
public enum Boxed<Value: Message>: Hashable, Sendable {
    /// No message is set.
    case absent
    /// A message is set.
    indirect case present(Value)

    /// The message, if one is set.
    @inlinable
    public var value: Value? {
        get {
            switch self {
            case .absent: nil
            case .present(let value): value
            }
        }
        set {
            if let newValue {
                self = .present(newValue)
            } else {
                self = .absent
            }
        }
    }

    /// Whether a message is set.
    @inlinable
    public var isPresent: Bool {
        switch self {
        case .absent: false
        case .present: true
        }
    }
}
