#ifndef DISK_H
#define DISK_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "CFaultyDisk.h"
#include "File.h"
#include "Names.h"

// The state of a disk. One lock for all disks guards it: operations are short, and SQLite works outside of them.

#define VFS_NAME_ROOM 96
#define ROLE_COUNT 4

/// The time between a start of the disk and its end, as a VFS of its own.
///
/// Lives as long as the process, because a connection of a stopped program keeps its VFS until it is closed. So the
/// program that was stopped cannot open files on the disk that its successor uses.
struct Boot {
    sqlite3_vfs vfs;
    /// NULL after the disk was turned off.
    FaultyDisk *disk;
    Boot *next;
    char name[VFS_NAME_ROOM];
};

typedef struct {
    uint32_t roles;
    /// How many operations succeed first.
    int64_t after;
    /// How many operations fail; negative: all.
    int64_t times;
} Fault;

struct FaultyDisk {
    FaultyDiskMake make;
    char name[VFS_NAME_ROOM - 24];
    /// The number of starts.
    uint64_t starts;
    /// NULL while the disk is off.
    Boot *boot;
    Handle *handles;
    File *files;
    Names names;
    Fault faults[FAULTY_DISK_OPERATIONS];
    /// The number of failures so far. Each gets other random choices.
    uint64_t failures;
    int64_t capacity;
    bool ignores_syncs;
    /// How many changes still succeed before the power fails; negative: all.
    int64_t changes_left;
    FaultyDiskPowerLoss power_loss;
    int64_t changes;
    uint64_t trace;
    uint64_t random_draws;
    FaultyDiskCounts counts[ROLE_COUNT];
};

/// Locks and unlocks all disks.
void disk_lock(void);
void disk_unlock(void);

/// The disk of a VFS; NULL if it is off or has lost power.
FaultyDisk *disk_of_vfs(sqlite3_vfs *vfs);

/// The disk of a handle; NULL if it is off, was turned off after the handle was opened, or has lost power.
FaultyDisk *disk_of_handle(Handle *handle);

/// The counts of one role.
FaultyDiskCounts *disk_counts(FaultyDisk *disk, uint32_t role);

/// Whether a fault strikes this operation.
bool disk_fault_strikes(FaultyDisk *disk, FaultyDiskOperation operation, uint32_t role);

/// A number for the random choices of the failure that `disk_fault_strikes` has reported last.
uint64_t disk_failure_key(const FaultyDisk *disk);

/// Counts a change and returns whether the power fails during it.
bool disk_power_fails(FaultyDisk *disk, FaultyDiskOperation operation, uint32_t role);

/// Adds a change and its result to the digest.
void disk_record(
    FaultyDisk *disk, FaultyDiskOperation operation, uint64_t key, int64_t offset, int64_t size, int result);

/// How many more bytes fit on the disk.
int64_t disk_space(const FaultyDisk *disk);

/// Adds an empty file without a name. `path` is NULL for a temporary file.
File *disk_add_file(FaultyDisk *disk, const char *path);

/// Separates an open handle from its file and removes what nothing refers to any more.
void disk_release(Handle *handle);

/// Frees the files that nothing refers to.
void disk_sweep(FaultyDisk *disk);

/// Fills the methods of a boot's VFS.
void vfs_fill(Boot *boot);

/// The methods of an open file.
extern const sqlite3_io_methods file_methods;

#endif
