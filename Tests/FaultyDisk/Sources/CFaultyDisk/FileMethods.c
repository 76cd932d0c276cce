#include <stdlib.h>
#include <string.h>

#include "Chance.h"
#include "Content.h"
#include "Disk.h"
#include "Locks.h"
#include "SharedMemory.h"

// What SQLite does with an open file (https://www.sqlite.org/c3ref/io_methods.html).

static int file_close(sqlite3_file *base) {
    Handle *handle = (Handle *)base;
    disk_lock();
    memory_unmap(handle);
    if (handle->file) {
        FaultyDisk *disk = disk_of_handle(handle);
        locks_lower(handle, SQLITE_LOCK_NONE);
        if (disk && handle->removes_on_close && handle->path) {
            if (names_find(&disk->names, handle->path) == handle->file) {
                names_change(&disk->names, handle->path, NULL, NULL);
            }
        }
        disk_release(handle);
    }
    free(handle->path);
    handle->path = NULL;
    disk_unlock();
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *destination, int count, sqlite3_int64 offset) {
    Handle *handle = (Handle *)base;
    int result = SQLITE_OK;
    disk_lock();
    FaultyDisk *disk = disk_of_handle(handle);
    if (!disk) {
        result = SQLITE_IOERR_READ;
    } else {
        disk_counts(disk, handle->role)->reads++;
        if (disk_fault_strikes(disk, FaultyDiskOperationRead, handle->role)) result = SQLITE_IOERR_READ;
    }
    if (result == SQLITE_OK) {
        const Bytes *bytes = &handle->file->content.visible;
        int64_t available = bytes->size > offset ? bytes->size - offset : 0;
        size_t copied = (size_t)(available < count ? available : count);
        if (copied > 0) memcpy(destination, bytes->bytes + offset, copied);
        if (copied < (size_t)count) {
            memset((uint8_t *)destination + copied, 0, (size_t)count - copied);
            result = SQLITE_IOERR_SHORT_READ;
        }
    }
    disk_unlock();
    return result;
}

/// How many bytes of a write fit on the disk.
static int64_t fitting(const FaultyDisk *disk, const File *file, int64_t count, int64_t offset) {
    int64_t growth = offset + count - file->content.visible.size;
    int64_t space = growth > 0 ? disk_space(disk) : 0;
    if (growth <= space) return count;
    int64_t rest = count - (growth - space);
    return rest > 0 ? rest : 0;
}

static int file_write(sqlite3_file *base, const void *source, int count, sqlite3_int64 offset) {
    Handle *handle = (Handle *)base;
    disk_lock();
    FaultyDisk *disk = disk_of_handle(handle);
    if (!disk) {
        disk_unlock();
        return SQLITE_IOERR_WRITE;
    }
    File *file = handle->file;
    int64_t written = fitting(disk, file, count, offset);
    int result = written < count ? SQLITE_FULL : SQLITE_OK;
    if (disk_fault_strikes(disk, FaultyDiskOperationWrite, handle->role)) {
        // A failed write can have written a part.
        written = (int64_t)(disk_failure_key(disk) % (uint64_t)(written + 1));
        result = SQLITE_IOERR_WRITE;
    }
    // The power fails after the system has taken the bytes. They are not synced.
    if (disk_power_fails(disk, FaultyDiskOperationWrite, handle->role)) result = SQLITE_IOERR_WRITE;
    content_write(&file->content, source, written, offset);
    FaultyDiskCounts *counts = disk_counts(disk, handle->role);
    counts->writes++;
    counts->bytes_written += (uint64_t)written;
    disk_record(disk, FaultyDiskOperationWrite, file->key, offset, written, result);
    disk_unlock();
    return result;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    Handle *handle = (Handle *)base;
    disk_lock();
    FaultyDisk *disk = disk_of_handle(handle);
    if (!disk) {
        disk_unlock();
        return SQLITE_IOERR_TRUNCATE;
    }
    File *file = handle->file;
    int64_t growth = size - file->content.visible.size;
    int result = growth > 0 && growth > disk_space(disk) ? SQLITE_FULL : SQLITE_OK;
    if (disk_fault_strikes(disk, FaultyDiskOperationTruncate, handle->role)) result = SQLITE_IOERR_TRUNCATE;
    if (result == SQLITE_OK) content_truncate(&file->content, size);
    if (disk_power_fails(disk, FaultyDiskOperationTruncate, handle->role)) result = SQLITE_IOERR_TRUNCATE;
    disk_counts(disk, handle->role)->truncations++;
    disk_record(disk, FaultyDiskOperationTruncate, file->key, size, 0, result);
    disk_unlock();
    return result;
}

/// Makes the content durable, and the first time the folder of a journal or log.
static void sync_file(FaultyDisk *disk, Handle *handle) {
    content_sync(&handle->file->content);
    if (!handle->syncs_folder) return;
    handle->syncs_folder = false;
    disk_counts(disk, handle->role)->folder_syncs++;
    names_sync_folder(&disk->names, handle->path);
    disk_sweep(disk);
}

static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    Handle *handle = (Handle *)base;
    int result = SQLITE_OK;
    disk_lock();
    FaultyDisk *disk = disk_of_handle(handle);
    if (!disk) {
        disk_unlock();
        return SQLITE_IOERR_FSYNC;
    }
    File *file = handle->file;
    disk_counts(disk, handle->role)->syncs++;
    if (disk_power_fails(disk, FaultyDiskOperationSync, handle->role)) {
        result = SQLITE_IOERR_FSYNC;
    } else if (disk_fault_strikes(disk, FaultyDiskOperationSync, handle->role)) {
        content_fail_sync(&file->content, disk_failure_key(disk));
        result = SQLITE_IOERR_FSYNC;
    } else if (!disk->ignores_syncs) {
        sync_file(disk, handle);
    }
    disk_record(disk, FaultyDiskOperationSync, file->key, 0, 0, result);
    disk_unlock();
    return result;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = disk_of_handle(handle) ? SQLITE_OK : SQLITE_IOERR_FSTAT;
    if (result == SQLITE_OK) *size = handle->file->content.visible.size;
    disk_unlock();
    return result;
}

static int file_lock(sqlite3_file *base, int level) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = disk_of_handle(handle) ? locks_raise(handle, level) : SQLITE_IOERR_LOCK;
    disk_unlock();
    return result;
}

static int file_unlock(sqlite3_file *base, int level) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = disk_of_handle(handle) ? SQLITE_OK : SQLITE_IOERR_UNLOCK;
    if (result == SQLITE_OK) locks_lower(handle, level);
    disk_unlock();
    return result;
}

static int file_check_reserved_lock(sqlite3_file *base, int *is_reserved) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = disk_of_handle(handle) ? SQLITE_OK : SQLITE_IOERR_CHECKRESERVEDLOCK;
    *is_reserved = result == SQLITE_OK && handle->file->reserved;
    disk_unlock();
    return result;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
    (void)base;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = handle->disk ? handle->disk->make.sector_size : PIECE_SIZE;
    disk_unlock();
    return result;
}

static int file_characteristics(sqlite3_file *base) {
    Handle *handle = (Handle *)base;
    disk_lock();
    bool is_powersafe = handle->disk && handle->disk->make.powersafe_overwrite;
    disk_unlock();
    return is_powersafe ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

static int file_map(sqlite3_file *base, int region, int size, int extends, void volatile **address) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = SQLITE_IOERR_SHMMAP;
    *address = NULL;
    if (disk_of_handle(handle)) result = memory_map(handle, region, size, extends, address);
    disk_unlock();
    return result;
}

static int file_map_lock(sqlite3_file *base, int offset, int count, int flags) {
    Handle *handle = (Handle *)base;
    disk_lock();
    int result = disk_of_handle(handle) ? memory_lock(handle, offset, count, flags) : SQLITE_IOERR_SHMLOCK;
    disk_unlock();
    return result;
}

static void file_map_barrier(sqlite3_file *base) {
    (void)base;
    __sync_synchronize();
    disk_lock();
    disk_unlock();
}

static int file_unmap(sqlite3_file *base, int removes) {
    (void)removes;
    disk_lock();
    memory_unmap((Handle *)base);
    disk_unlock();
    return SQLITE_OK;
}

const sqlite3_io_methods file_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_map_barrier,
    .xShmUnmap = file_unmap,
};
