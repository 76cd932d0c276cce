#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "Chance.h"
#include "Disk.h"

// What SQLite does with the disk as a whole (https://www.sqlite.org/c3ref/vfs.html).

static uint32_t role_of(int flags) {
    if (flags & SQLITE_OPEN_MAIN_DB) return FAULTY_DISK_DATABASE;
    if (flags & SQLITE_OPEN_WAL) return FAULTY_DISK_LOG;
    if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) return FAULTY_DISK_JOURNAL;
    return FAULTY_DISK_TEMPORARY;
}

static uint32_t role_of_path(const char *path) {
    size_t length = strlen(path);
    if (length >= 4 && !strcmp(path + length - 4, "-wal")) return FAULTY_DISK_LOG;
    if (length >= 8 && !strcmp(path + length - 8, "-journal")) return FAULTY_DISK_JOURNAL;
    return FAULTY_DISK_DATABASE;
}

/// Finds or creates the file that SQLite opens. Returns an SQLite result code.
static int find_file(FaultyDisk *disk, const char *path, int flags, uint32_t role, File **result) {
    *result = path ? names_find(&disk->names, path) : NULL;
    if (*result) {
        bool must_be_new = flags & SQLITE_OPEN_CREATE && flags & SQLITE_OPEN_EXCLUSIVE;
        return must_be_new ? SQLITE_CANTOPEN : SQLITE_OK;
    }
    if (path && !(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    if (disk_power_fails(disk, FaultyDiskOperationOpen, role)) return SQLITE_IOERR;
    *result = disk_add_file(disk, path);
    if (path) names_change(&disk->names, NULL, path, *result);
    disk_record(disk, FaultyDiskOperationOpen, (*result)->key, 0, 0, SQLITE_OK);
    return SQLITE_OK;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags) {
    Handle *handle = (Handle *)base;
    memset(handle, 0, sizeof *handle);
    uint32_t role = role_of(flags);
    disk_lock();
    FaultyDisk *disk = disk_of_vfs(vfs);
    int result = SQLITE_IOERR;
    File *file = NULL;
    if (disk) {
        bool fails = disk_fault_strikes(disk, FaultyDiskOperationOpen, role);
        result = fails ? SQLITE_CANTOPEN : find_file(disk, path, flags, role, &file);
    }
    if (result == SQLITE_OK) {
        handle->base.pMethods = &file_methods;
        handle->disk = disk;
        handle->file = file;
        handle->role = role;
        bool may_be_new = path && flags & SQLITE_OPEN_CREATE;
        handle->syncs_folder = may_be_new && role & (FAULTY_DISK_LOG | FAULTY_DISK_JOURNAL);
        handle->removes_on_close = flags & SQLITE_OPEN_DELETEONCLOSE;
        if (path && !(handle->path = strdup(path))) abort();
        handle->next = disk->handles;
        if (disk->handles) disk->handles->previous = handle;
        disk->handles = handle;
        file->handles++;
        if (out_flags) *out_flags = flags;
    }
    disk_unlock();
    return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_folder) {
    uint32_t role = role_of_path(path);
    disk_lock();
    FaultyDisk *disk = disk_of_vfs(vfs);
    File *file = disk ? names_find(&disk->names, path) : NULL;
    int result = SQLITE_OK;
    if (!disk) {
        result = SQLITE_IOERR_DELETE;
    } else if (!file) {
        result = SQLITE_IOERR_DELETE_NOENT;
    } else {
        uint64_t key = file->key;
        bool fails = disk_fault_strikes(disk, FaultyDiskOperationDelete, role);
        if (!fails) names_change(&disk->names, path, NULL, NULL);
        // The power fails before the folder is synced.
        if (disk_power_fails(disk, FaultyDiskOperationDelete, role) || fails) result = SQLITE_IOERR_DELETE;
        if (result == SQLITE_OK && syncs_folder) {
            disk_counts(disk, role)->folder_syncs++;
            if (!disk->ignores_syncs) names_sync_folder(&disk->names, path);
        }
        disk_record(disk, FaultyDiskOperationDelete, key, syncs_folder, 0, result);
        disk_sweep(disk);
    }
    disk_unlock();
    return result;
}

/// As SQLite's own VFS, which regards an empty file as missing.
static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    disk_lock();
    FaultyDisk *disk = disk_of_vfs(vfs);
    File *file = disk ? names_find(&disk->names, path) : NULL;
    *result = file && (flags != SQLITE_ACCESS_EXISTS || file->content.visible.size > 0);
    disk_unlock();
    return disk ? SQLITE_OK : SQLITE_IOERR_ACCESS;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int room, char *result) {
    (void)vfs;
    int length = snprintf(result, (size_t)room, "%s%s", path[0] == '/' ? "" : "/", path);
    return length < room ? SQLITE_OK : SQLITE_CANTOPEN_FULLPATH;
}

static void *vfs_library_open(sqlite3_vfs *vfs, const char *path) {
    (void)vfs;
    (void)path;
    return NULL;
}

static void vfs_library_error(sqlite3_vfs *vfs, int room, char *message) {
    (void)vfs;
    snprintf(message, (size_t)room, "a faulty disk has no libraries");
}

static void (*vfs_library_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
    (void)vfs;
    (void)library;
    (void)name;
    return NULL;
}

static void vfs_library_close(sqlite3_vfs *vfs, void *library) {
    (void)vfs;
    (void)library;
}

/// SQLite asks the default VFS alone, once in the life of the process.
static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    disk_lock();
    FaultyDisk *disk = ((Boot *)vfs->pAppData)->disk;
    for (int i = 0; i < count; i++) {
        bytes[i] = disk ? (char)chance_mix(~disk->make.seed, disk->random_draws++) : 0;
    }
    disk_unlock();
    return count;
}

/// Gives way to the thread that holds a lock. The clock is not read.
static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    struct timespec duration = {microseconds / 1000000, (long)(microseconds % 1000000) * 1000};
    nanosleep(&duration, NULL);
    return microseconds;
}

/// It is always 1 January 2000, 00:00 UTC: milliseconds since noon on 24 November 4714 BC.
static int vfs_time_milliseconds(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    *time = 211813444800000;
    return SQLITE_OK;
}

static int vfs_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    *time = 2451544.5;
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int room, char *message) {
    (void)vfs;
    (void)room;
    (void)message;
    return 0;
}

void vfs_fill(Boot *boot) {
    boot->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(Handle),
        .mxPathname = 1024,
        .zName = boot->name,
        .pAppData = boot,
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_path,
        .xDlOpen = vfs_library_open,
        .xDlError = vfs_library_error,
        .xDlSym = vfs_library_symbol,
        .xDlClose = vfs_library_close,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_time,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_time_milliseconds,
    };
}
