extension String {
    /// The text without white space around it, as copied from elsewhere.
    func trimmingBlanks() -> String {
        var text = Substring(self)
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
