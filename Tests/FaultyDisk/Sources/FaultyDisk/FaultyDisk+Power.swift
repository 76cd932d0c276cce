internal import CFaultyDisk

/// Losing power and starting again.
extension FaultyDisk {
    /// The change during which the power failed.
    public struct PowerLoss: Sendable, Hashable {
        public let operation: Operation
        /// What the file was used for: one role.
        public let role: Roles

        public init(operation: Operation, role: Roles) {
            (self.operation, self.role) = (operation, role)
        }
    }

    /// Whether SQLite can use the disk.
    public var isOn: Bool { faulty_disk_is_on(disk) }

    /// Turns the disk off as if the power failed.
    ///
    /// For each change that was not synced, `seed` decides whether it survives: each written piece of 512 bytes, so
    /// that a page can be torn, and each truncation, creation, removal and renaming of a file. From now on, operations
    /// on open handles do nothing and fail with `SQLITE_IOERR`. The handles can be closed.
    public func crash(seed: UInt64) { faulty_disk_lose_power(disk, seed) }

    /// Turns the disk off as if the process was killed: everything that was written stays.
    ///
    /// Open handles fail as after `crash`. What was not synced before is still not durable.
    public func kill() { faulty_disk_stop(disk) }

    /// Turns the disk on under a new VFS name. Does nothing if it is on.
    ///
    /// - Throws: `FaultyDiskFailure` if another disk has the same name.
    public func reopen() throws(FaultyDiskFailure) {
        let code = faulty_disk_start(disk)
        guard code == 0 else { throw FaultyDiskFailure("SQLite did not register the disk: error \(code).") }
    }

    /// Lets the power fail during a later change: the `changes`-th from now on, counted from 0.
    ///
    /// From then on every operation fails with `SQLITE_IOERR`. Call `crash` to decide what survives, or `kill` if the
    /// process alone was meant to die there. Both forget a plan that was not reached. Changes are writes, truncations,
    /// syncs, and the creation and removal of files.
    public func losePower(after changes: Int) { faulty_disk_lose_power_after(disk, Int64(changes)) }

    /// The change during which the power failed; nil if a planned power loss was not reached since the last start.
    public var powerLoss: PowerLoss? {
        let loss = faulty_disk_power_loss(disk)
        guard loss.happened else { return nil }
        return PowerLoss(operation: Operation(loss.operation), role: Roles(rawValue: UInt32(loss.role)))
    }
}
