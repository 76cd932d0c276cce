#ifndef FILE_H
#define FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "Content.h"

// Files and open handles. A file lives as long as a name, an unsynced change of a name or a handle refers to it.

typedef struct Boot Boot;
typedef struct SharedMemory SharedMemory;
typedef struct Handle Handle;

typedef struct File {
    struct File *next;
    /// The file's number for random choices, made of its first name.
    uint64_t key;
    Content content;
    /// The number of open handles.
    int handles;
    /// The number of handles with at least a shared lock.
    int readers;
    /// The handle with a reserved lock or more; the handle with a pending lock or more.
    Handle *reserved;
    Handle *pending;
    bool is_exclusive;
    /// The index of the write-ahead log, while a connection uses it.
    SharedMemory *memory;
} File;

struct Handle {
    sqlite3_file base;
    /// The disk that the handle belongs to; NULL after the disk was turned off.
    struct FaultyDisk *disk;
    /// NULL after the disk was turned off.
    File *file;
    Handle *previous;
    Handle *next;
    /// One of the bits `FAULTY_DISK_…`.
    uint32_t role;
    /// A lock level of SQLite.
    int lock;
    /// The next sync makes the folder durable too. SQLite's own VFS does so for every journal and log that it may have
    /// created.
    bool syncs_folder;
    bool removes_on_close;
    /// Allocated; NULL for a file without a name.
    char *path;
    SharedMemory *memory;
    /// The slots of the shared memory that the handle has locked, as bits.
    uint32_t shared_slots;
    uint32_t exclusive_slots;
};

#endif
