import Foundation

/// What a process has used since its start, as `/proc` tells it.
struct ProcessUsage {
    /// User and system time, in seconds.
    let processorSeconds: Double
    /// Memory in use, in bytes.
    let residentBytes: Int
    /// Bytes sent to the disk: log, database and everything else.
    let writtenBytes: Int

    /// Reads the figures of a process.
    ///
    /// - Throws: `LoadFailure` when the system does not report them.
    init(of process: Int32) throws {
        let folder = "/proc/\(process)"
        // The name of the program, which may contain spaces, ends with the last bracket.
        let fields = try Self.read(folder + "/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
            let pages = Int(fields[21])
        else { throw LoadFailure("\(folder)/stat cannot be read") }
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        writtenBytes = try Self.number(after: "write_bytes:", in: folder + "/io")
    }

    /// Memory in use without the pages of the program's file, which the system may drop and read again, in bytes.
    static func ownBytes(of process: Int32) throws -> Int {
        try number(after: "RssAnon:", in: "/proc/\(process)/status") * 1024
    }

    private static func number(after label: String, in path: String) throws -> Int {
        let line = try read(path).split(separator: "\n").first { $0.hasPrefix(label) }
        guard
            let value = line?.dropFirst(label.count).split(whereSeparator: { " \t".contains($0) }).first.flatMap({
                Int($0)
            })
        else { throw LoadFailure("\(path) has no \(label)") }
        return value
    }

    private static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else { throw LoadFailure("\(path) cannot be read") }
        return String(decoding: data, as: UTF8.self)
    }
}

/// Processor time of the whole machine.
struct MachineUsage {
    /// Time in which a core was busy, in seconds, all cores together.
    let busySeconds: Double
    /// Time that passed, in seconds.
    let uptime: ContinuousClock.Instant

    init() throws {
        guard let data = FileManager.default.contents(atPath: "/proc/stat"),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first
        else { throw LoadFailure("/proc/stat cannot be read") }
        let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard ticks.count >= 8 else { throw LoadFailure("/proc/stat cannot be read") }
        // user, nice, system, interrupts, soft interrupts and stolen time; idle and waiting time are not busy.
        let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7]
        busySeconds = busy / Double(sysconf(Int32(_SC_CLK_TCK)))
        uptime = .now
    }
}

/// Who used the processor during a measurement.
struct Usage {
    let seconds: Double
    let node: Double
    let generator: Double
    /// Everything else on the machine, as a share of all cores.
    let others: Double
    let written: Int

    /// Measures `body`.
    static func during<Result>(_ node: Int32, _ body: () throws -> Result) throws -> (Usage, Result) {
        let before = try Reading(of: node)
        let result = try body()
        return (Usage(from: before, to: try Reading(of: node)), result)
    }

    /// Measures `body`.
    static func during<Result>(
        _ node: Int32, _ body: () async throws -> Result
    ) async throws -> (Usage, Result) {
        let before = try Reading(of: node)
        let result = try await body()
        return (Usage(from: before, to: try Reading(of: node)), result)
    }

    /// What machine, node and generator have used at a moment.
    private struct Reading {
        let machine: MachineUsage
        let node: ProcessUsage
        let generator: ProcessUsage

        init(of node: Int32) throws {
            machine = try MachineUsage()
            self.node = try ProcessUsage(of: node)
            generator = try ProcessUsage(of: getpid())
        }
    }

    private init(from before: Reading, to after: Reading) {
        seconds = (after.machine.uptime - before.machine.uptime).inSeconds
        node = after.node.processorSeconds - before.node.processorSeconds
        generator = after.generator.processorSeconds - before.generator.processorSeconds
        let busy = after.machine.busySeconds - before.machine.busySeconds
        let cores = Double(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        others = max(0, (busy - node - generator) / (seconds * cores))
        written = after.node.writtenBytes - before.node.writtenBytes
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// Why a measurement cannot go on.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
