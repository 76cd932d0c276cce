/// Bounds what an owner can occupy on a node with currencies that are never bought: launching one costs nothing.
enum LaunchRules {
    /// The most currencies of one owner that wait for their first purchase or were given up lately.
    static let unboughtCountMax = 5
    /// How long a currency that was given up counts, measured from its launch.
    static let abandonedMemory = Duration.seconds(86_400)
    /// How long a new currency waits for its creator to begin the first purchase. It is given up then.
    static let purchaseTime = Duration.seconds(86_400)
}
