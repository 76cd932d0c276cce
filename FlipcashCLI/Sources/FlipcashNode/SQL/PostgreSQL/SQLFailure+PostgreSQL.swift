extension SQLFailure {
    /// Converts the failure of a command. PostgreSQL's manual lists the codes in appendix A.
    ///
    /// - Parameters:
    ///   - state: the code of five characters (SQLSTATE); nil when the server sent none.
    ///   - reason: what went wrong.
    init(state: String?, reason: String) {
        let text = state.map { "\(reason) (PostgreSQL \($0))" } ?? reason
        switch state {
        case "23505": self = .duplicate(text)
        case let state? where state.hasPrefix("23"): self = .constraint(text)
        case "P0001": self = .constraint(text)  // `RAISE EXCEPTION` of a trigger
        case "40001", "40P01": self = .conflict(text)
        case "55P03": self = .busy(text)
        case "53100", "58030": self = .disk(text)
        case "XX001", "XX002": self = .damaged(text)
        default: self = .other(text)
        }
    }
}
