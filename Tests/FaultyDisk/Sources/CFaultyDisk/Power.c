#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Chance.h"
#include "Disk.h"
#include "SharedMemory.h"

// Creating a disk, turning it on and off, and losing power.

/// All boots of all disks. Guarded by the lock of the disks.
static Boot *boots;

FaultyDisk *faulty_disk_create(const char *name, FaultyDiskMake make) {
    // Otherwise `file:/x?vfs=name` would be the name of a real file.
    if (!sqlite3_compileoption_used("USE_URI")) return NULL;
    FaultyDisk *disk = calloc(1, sizeof *disk);
    if (!disk) abort();
    disk->make = make;
    snprintf(disk->name, sizeof disk->name, "%s", name);
    disk->capacity = -1;
    disk->changes_left = -1;
    return disk;
}

int32_t faulty_disk_start(FaultyDisk *disk) {
    Boot *boot = calloc(1, sizeof *boot);
    if (!boot) abort();
    disk_lock();
    if (disk->boot) {
        disk_unlock();
        free(boot);
        return SQLITE_OK;
    }
    snprintf(boot->name, sizeof boot->name, "%s.%llu", disk->name, (unsigned long long)++disk->starts);
    boot->disk = disk;
    boot->next = boots;
    boots = boot;
    vfs_fill(boot);
    disk->boot = boot;
    disk->power_loss.happened = false;
    disk_unlock();

    // Outside of the lock: SQLite calls the VFS with locks of its own.
    int result = sqlite3_vfs_find(boot->name) ? SQLITE_MISUSE : sqlite3_vfs_register(&boot->vfs, false);
    if (result != SQLITE_OK) {
        disk_lock();
        disk->boot = NULL;
        boot->disk = NULL;
        disk_unlock();
    }
    return result;
}

/// Removes a VFS from SQLite's list.
static void unregister(Boot *boot) {
    if (boot) sqlite3_vfs_unregister(&boot->vfs);
}

/// Separates the disk from everything that uses it. Returns the boot to unregister.
static Boot *turn_off(FaultyDisk *disk) {
    Boot *boot = disk->boot;
    while (disk->handles) disk_release(disk->handles);
    for (File *file = disk->files; file; file = file->next) {
        memory_detach(file);
        file->readers = 0;
        file->reserved = NULL;
        file->pending = NULL;
        file->is_exclusive = false;
    }
    disk->changes_left = -1;
    disk->boot = NULL;
    if (boot) boot->disk = NULL;
    return boot;
}

void faulty_disk_stop(FaultyDisk *disk) {
    disk_lock();
    Boot *boot = turn_off(disk);
    disk_unlock();
    unregister(boot);
}

void faulty_disk_lose_power(FaultyDisk *disk, uint64_t seed) {
    disk_lock();
    Boot *boot = turn_off(disk);
    names_lose_power(&disk->names, chance_mix(seed, 0));
    disk_sweep(disk);
    for (File *file = disk->files; file; file = file->next) {
        content_lose_power(&file->content, chance_mix(seed, file->key));
    }
    disk->trace = chance_mix(disk->trace, seed);
    disk_unlock();
    unregister(boot);
}

void faulty_disk_destroy(FaultyDisk *disk) {
    faulty_disk_stop(disk);
    disk_lock();
    names_free(&disk->names);
    disk_sweep(disk);
    disk_unlock();
    free(disk);
}

void faulty_disk_lose_power_after(FaultyDisk *disk, int64_t after) {
    disk_lock();
    disk->changes_left = after;
    disk_unlock();
}

FaultyDiskPowerLoss faulty_disk_power_loss(FaultyDisk *disk) {
    disk_lock();
    FaultyDiskPowerLoss result = disk->power_loss;
    disk_unlock();
    return result;
}

bool faulty_disk_is_on(FaultyDisk *disk) {
    disk_lock();
    bool result = disk->boot && !disk->power_loss.happened;
    disk_unlock();
    return result;
}

void faulty_disk_vfs_name(FaultyDisk *disk, char *name, size_t room) {
    disk_lock();
    snprintf(name, room, "%s", disk->boot ? disk->boot->name : "");
    disk_unlock();
}
