public import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.live-mint-data-streamer")

/// Receives the events of the live stream.
public protocol LiveMintDataReceiver: Sendable {
    /// Receives an event of the current stream. Pings are not passed on.
    func receive(_ event: LiveMintEvent) async
}

/// Keeps the live stream of signed rates and supplies open (client specification §5.4).
///
/// Every stream has a generation. Events of older generations are ignored, so that the late end of an old stream cannot
/// close its successor. Only a ping resets the back-off; opening a stream does not.
public actor LiveMintDataStreamer {
    /// How long a stream may be silent before its first ping.
    public static let firstPingTimeout: Duration = .seconds(15)
    /// The longest wait before a reconnection.
    public static let backoffMax: Duration = .seconds(30)

    private let client: Client
    private let environment: RuntimeEnvironment
    private let receiver: any LiveMintDataReceiver

    private var mints: Set<PublicKey> = []
    private var generation = 0
    private var stream: SpawnedTask?
    private var watchdog: SpawnedTask?
    private var reconnection: SpawnedTask?
    private var failureCount = 0
    /// Tracks whether the open stream is alive; only pings count.
    private var life: Heartbeat?
    private var isStopped = true

    /// Creates a streamer for `receiver`. Opens no stream before ``start(mints:)``.
    public init(client: Client, environment: RuntimeEnvironment, receiver: any LiveMintDataReceiver) {
        self.client = client
        self.environment = environment
        self.receiver = receiver
    }

    /// Subscribes to `mints`. Replaces a live stream for another set.
    public func start(mints: Set<PublicKey>) {
        guard !isStopped, stream != nil else {
            self.mints = mints
            failureCount = 0
            open()
            return
        }
        update(mints: mints)
    }

    /// Changes the subscription: closes the stream and opens a new one at once.
    public func update(mints: Set<PublicKey>) {
        guard mints != self.mints || (stream == nil && reconnection == nil) else { return }
        self.mints = mints
        open()
    }

    /// Reopens the stream if it is not healthy, for example after the process was suspended.
    public func ensureConnected() {
        guard !mints.isEmpty else { return }
        if !isStopped, reconnection == nil, isHealthy { return }
        failureCount = 0
        open()
    }

    /// Ends the stream and keeps the subscription.
    public func stop() {
        isStopped = true
        generation += 1
        cancelAll()
    }

    /// Whether a stream is open and has not been silent for too long.
    public var isHealthy: Bool {
        guard stream != nil, let life else { return false }
        return life.timeLeft > .zero
    }

    private func cancelAll() {
        stream?.cancel()
        watchdog?.cancel()
        reconnection?.cancel()
        (stream, watchdog, reconnection) = (nil, nil, nil)
    }

    private func open() {
        cancelAll()
        isStopped = false
        generation += 1
        guard !mints.isEmpty else { return }
        let generation = generation
        // Sorted, so that runs are reproducible.
        let addresses = mints.sorted()
        let life = Heartbeat(clock: environment.clock, timeout: Self.firstPingTimeout)
        self.life = life
        let client = client
        stream = environment.tasks.spawn {
            do {
                try await client.streamLiveMintData(mints: addresses) { event in
                    await self.receive(event, generation: generation)
                }
            } catch {
                // Open another stream, however this one ended.
            }
            await self.streamEnded(generation: generation)
        }
        // Not `withDeadline`: the next stream does not wait for the end of a silent one.
        watchdog = environment.tasks.spawn { await self.watch(life, generation: generation) }
    }

    private func receive(_ event: LiveMintEvent, generation: Int) async {
        guard generation == self.generation else { return }
        if case .ping(let delay) = event {
            failureCount = 0
            life?.beat(nextAfter: delay)
            return
        }
        await receiver.receive(event)
    }

    private func streamEnded(generation: Int) {
        guard generation == self.generation else { return }
        reconnect()
    }

    private func watch(_ life: Heartbeat, generation: Int) async {
        do { try await life.waitForSilence() } catch { return }
        guard generation == self.generation else { return }
        reconnect()
    }

    private func reconnect() {
        guard !isStopped, reconnection == nil else { return }
        generation += 1
        cancelAll()
        failureCount += 1
        let delay = min(Self.backoffMax, .seconds(1 << min(failureCount - 1, 5)))
        logger.debug("the live stream ended; opening it again", metadata: ["attempt": "\(failureCount)"])
        let generation = generation
        let clock = environment.clock
        reconnection = environment.tasks.spawn {
            do { try await clock.sleep(for: delay) } catch { return }
            await self.reopen(generation: generation)
        }
    }

    private func reopen(generation: Int) {
        guard generation == self.generation, !isStopped else { return }
        reconnection = nil
        open()
    }
}
