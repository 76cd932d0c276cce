#include "Locks.h"

static int lock_shared(Handle *handle) {
    File *file = handle->file;
    if (file->pending || file->is_exclusive) return SQLITE_BUSY;
    file->readers++;
    handle->lock = SQLITE_LOCK_SHARED;
    return SQLITE_OK;
}

static int lock_reserved(Handle *handle) {
    File *file = handle->file;
    if (file->reserved && file->reserved != handle) return SQLITE_BUSY;
    file->reserved = handle;
    handle->lock = SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

/// A refused exclusive lock leaves a pending one, which keeps new readers out.
static int lock_exclusive(Handle *handle) {
    File *file = handle->file;
    if (file->reserved && file->reserved != handle) return SQLITE_BUSY;
    if (file->pending && file->pending != handle) return SQLITE_BUSY;
    file->reserved = handle;
    file->pending = handle;
    handle->lock = SQLITE_LOCK_PENDING;
    if (file->readers > 1) return SQLITE_BUSY;
    file->is_exclusive = true;
    handle->lock = SQLITE_LOCK_EXCLUSIVE;
    return SQLITE_OK;
}

int locks_raise(Handle *handle, int level) {
    if (handle->lock >= level) return SQLITE_OK;
    if (handle->lock == SQLITE_LOCK_NONE) {
        int result = lock_shared(handle);
        if (result != SQLITE_OK || level == SQLITE_LOCK_SHARED) return result;
    }
    return level == SQLITE_LOCK_RESERVED ? lock_reserved(handle) : lock_exclusive(handle);
}

void locks_lower(Handle *handle, int level) {
    File *file = handle->file;
    if (handle->lock <= level) return;
    if (file->pending == handle) {
        file->pending = NULL;
        file->is_exclusive = false;
    }
    if (file->reserved == handle) file->reserved = NULL;
    if (level == SQLITE_LOCK_NONE) file->readers--;
    handle->lock = level;
}
