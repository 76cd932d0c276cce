#ifndef CFAULTYDISK_H
#define CFAULTYDISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A disk in memory for SQLite. It loses power, runs full and fails on command, the same way for the same seed.
//
// Every file has two states: what programs see, and what survives a power loss. A sync copies the first to the second.
// While the disk is on, SQLite finds it as a VFS. All functions may be called on any thread.

typedef struct FaultyDisk FaultyDisk;

/// What a fault strikes.
typedef enum __attribute__((enum_extensibility(closed))) {
    FaultyDiskOperationRead,
    FaultyDiskOperationWrite,
    FaultyDiskOperationSync,
    FaultyDiskOperationTruncate,
    FaultyDiskOperationOpen,
    FaultyDiskOperationDelete,
} FaultyDiskOperation;

#define FAULTY_DISK_OPERATIONS 6

/// What SQLite uses a file for. The values are bits, so that they form sets.
enum {
    FAULTY_DISK_DATABASE = 1,
    FAULTY_DISK_LOG = 2,
    FAULTY_DISK_JOURNAL = 4,
    FAULTY_DISK_TEMPORARY = 8,
    FAULTY_DISK_ALL_ROLES = 15,
};

/// What a disk is made of.
typedef struct {
    /// Decides what a failed write or sync leaves behind.
    uint64_t seed;
    /// The size that the disk reports: 512 or 4096. A power loss always decides over pieces of 512 bytes.
    int32_t sector_size;
    /// Whether the disk promises that a write leaves the rest of its sector alone, as SQLite's own VFS does.
    bool powersafe_overwrite;
} FaultyDiskMake;

/// How often something was done, failures included.
typedef struct {
    uint64_t reads;
    uint64_t writes;
    uint64_t bytes_written;
    uint64_t truncations;
    uint64_t syncs;
    /// Syncs of the folder that a file is in. On Linux each is another fsync.
    uint64_t folder_syncs;
} FaultyDiskCounts;

/// The change during which the power failed.
typedef struct {
    bool happened;
    FaultyDiskOperation operation;
    int32_t role;
} FaultyDiskPowerLoss;

/// Creates an empty disk that is off. NULL if SQLite was built without URI file names.
///
/// `name` consists of letters, digits, `.`, `-` and `_`.
FaultyDisk *_Nullable faulty_disk_create(const char *_Nonnull name, FaultyDiskMake make);

/// Turns the disk off and frees its content. Connections that are still open get errors and can be closed.
void faulty_disk_destroy(FaultyDisk *_Nonnull disk);

// MARK: Power

/// Turns the disk on under a new VFS name. Does nothing if it is on.
///
/// Returns an SQLite result code; SQLITE_MISUSE if another VFS has the name.
int32_t faulty_disk_start(FaultyDisk *_Nonnull disk);

/// Turns the disk off as if the process was killed: everything written stays visible. Open handles fail from now on.
void faulty_disk_stop(FaultyDisk *_Nonnull disk);

/// Turns the disk off as if the power failed: of everything that was not synced, `seed` decides what survives.
void faulty_disk_lose_power(FaultyDisk *_Nonnull disk, uint64_t seed);

/// Makes every operation fail from the `after`-th change on, counted from 0, as if the power failed during it.
/// Negative: never. Changes are writes, truncations, syncs, and the creation and removal of files.
void faulty_disk_lose_power_after(FaultyDisk *_Nonnull disk, int64_t after);

/// The change during which the power failed, if `faulty_disk_lose_power_after` was reached since the last start.
FaultyDiskPowerLoss faulty_disk_power_loss(FaultyDisk *_Nonnull disk);

/// Whether SQLite can use the disk.
bool faulty_disk_is_on(FaultyDisk *_Nonnull disk);

/// Writes the name of the VFS; an empty string while the disk is off.
void faulty_disk_vfs_name(FaultyDisk *_Nonnull disk, char *_Nonnull name, size_t room);

// MARK: Faults

/// Makes operations on files with one of `roles` fail, after `after` more of them have succeeded. `times` is how many
/// fail; negative: all. Replaces the operation's earlier fault.
void faulty_disk_fail(
    FaultyDisk *_Nonnull disk, FaultyDiskOperation operation, uint32_t roles, int64_t after, int64_t times);

/// Removes all faults, the limit of the space and the power loss that is set for later. Syncs work again.
void faulty_disk_repair(FaultyDisk *_Nonnull disk);

/// Sets how many bytes all files can have together; negative: no limit.
void faulty_disk_set_capacity(FaultyDisk *_Nonnull disk, int64_t bytes);

/// How many bytes all files have together.
int64_t faulty_disk_used(FaultyDisk *_Nonnull disk);

/// Makes syncs succeed without doing anything.
void faulty_disk_ignore_syncs(FaultyDisk *_Nonnull disk, bool ignores);

// MARK: Observation

/// The counts of files with one of `roles`.
FaultyDiskCounts faulty_disk_counts(FaultyDisk *_Nonnull disk, uint32_t roles);

/// How many changes there were.
int64_t faulty_disk_changes(FaultyDisk *_Nonnull disk);

/// A digest of all changes and their results in their order: what, which file, where, how long. The written bytes are
/// not part of it, because SQLite puts random numbers of its own into them.
uint64_t faulty_disk_trace(FaultyDisk *_Nonnull disk);

// MARK: Files

/// Copies the content of a file to `bytes` as far as it fits. Returns its size; -1 if there is no such file.
///
/// `durable` chooses what would survive a power loss in which everything unsynced is lost.
int64_t faulty_disk_read_file(
    FaultyDisk *_Nonnull disk, const char *_Nonnull path, bool durable, uint8_t *_Nullable bytes, int64_t room);

/// Replaces or creates a file that is synced. Returns whether the space sufficed.
bool faulty_disk_write_file(
    FaultyDisk *_Nonnull disk, const char *_Nonnull path, const uint8_t *_Nullable bytes, int64_t size);

/// Renames a file, replacing another. Not durable until the folder is synced. Returns whether the file exists.
bool faulty_disk_rename_file(FaultyDisk *_Nonnull disk, const char *_Nonnull path, const char *_Nonnull new_path);

/// Makes the names in the folder of `path` durable.
void faulty_disk_sync_folder(FaultyDisk *_Nonnull disk, const char *_Nonnull path);

/// Writes the path of the file at `index`, in the order of creation. Returns whether there is one.
bool faulty_disk_path(FaultyDisk *_Nonnull disk, size_t index, char *_Nonnull path, size_t room);

#endif
