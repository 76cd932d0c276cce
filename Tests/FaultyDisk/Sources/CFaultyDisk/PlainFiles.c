#include <stdio.h>
#include <string.h>

#include "Disk.h"

// Files as a test or a program other than SQLite uses them.

int64_t faulty_disk_read_file(FaultyDisk *disk, const char *path, bool durable, uint8_t *bytes, int64_t room) {
    disk_lock();
    File *file = names_find(&disk->names, path);
    int64_t size = -1;
    if (file) {
        const Bytes *source = durable ? &file->content.durable : &file->content.visible;
        size = source->size;
        int64_t count = size < room ? size : room;
        if (count > 0) memcpy(bytes, source->bytes, (size_t)count);
    }
    disk_unlock();
    return size;
}

bool faulty_disk_write_file(FaultyDisk *disk, const char *path, const uint8_t *bytes, int64_t size) {
    disk_lock();
    File *file = names_find(&disk->names, path);
    int64_t growth = size - (file ? file->content.visible.size : 0);
    bool fits = growth <= disk_space(disk);
    if (fits) {
        if (!file) {
            file = disk_add_file(disk, path);
            names_change(&disk->names, NULL, path, file);
            names_sync_folder(&disk->names, path);
        }
        content_truncate(&file->content, 0);
        content_write(&file->content, bytes, size, 0);
        content_sync(&file->content);
    }
    disk_unlock();
    return fits;
}

bool faulty_disk_rename_file(FaultyDisk *disk, const char *path, const char *new_path) {
    disk_lock();
    File *file = names_find(&disk->names, path);
    if (file) names_change(&disk->names, path, new_path, file);
    disk_sweep(disk);
    disk_unlock();
    return file;
}

void faulty_disk_sync_folder(FaultyDisk *disk, const char *path) {
    disk_lock();
    names_sync_folder(&disk->names, path);
    disk_sweep(disk);
    disk_unlock();
}

bool faulty_disk_path(FaultyDisk *disk, size_t index, char *path, size_t room) {
    disk_lock();
    bool exists = index < disk->names.visible.count;
    if (exists) snprintf(path, room, "%s", disk->names.visible.names[index].path);
    disk_unlock();
    return exists;
}
