do {
    try Usage.run()
} catch {
    fatalError("\(error)")
}
