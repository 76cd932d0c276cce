#include "Content.h"

#include <stdlib.h>
#include <string.h>

#include "Chance.h"

static void *grown(void *memory, size_t size) {
    void *result = realloc(memory, size);
    // A test without memory has nothing left to prove.
    if (!result) abort();
    return result;
}

static void reserve(Bytes *bytes, int64_t size) {
    if (size <= bytes->room) return;
    int64_t room = bytes->room ? bytes->room : 4096;
    while (room < size) room *= 2;
    bytes->bytes = grown(bytes->bytes, (size_t)room);
    memset(bytes->bytes + bytes->room, 0, (size_t)(room - bytes->room));
    bytes->room = room;
}

static void resize(Bytes *bytes, int64_t size) {
    reserve(bytes, size);
    if (size < bytes->size) memset(bytes->bytes + size, 0, (size_t)(bytes->size - size));
    bytes->size = size;
}

/// Writes one piece whose bytes end at `end`.
static void put_piece(Bytes *bytes, int64_t piece, const uint8_t *source, int64_t end) {
    if (bytes->size < end) resize(bytes, end);
    int64_t start = piece * PIECE_SIZE;
    int64_t count = bytes->size - start < PIECE_SIZE ? bytes->size - start : PIECE_SIZE;
    memcpy(bytes->bytes + start, source, (size_t)count);
}

/// Reads one piece. Bytes behind the end are zero.
static void get_piece(const Bytes *bytes, int64_t piece, uint8_t *destination) {
    int64_t start = piece * PIECE_SIZE;
    int64_t count = bytes->size - start < PIECE_SIZE ? bytes->size - start : PIECE_SIZE;
    memset(destination, 0, PIECE_SIZE);
    if (count > 0) memcpy(destination, bytes->bytes + start, (size_t)count);
}

static Change *add_change(Content *content) {
    if (content->count == content->room) {
        content->room = content->room ? content->room * 2 : 16;
        content->changes = grown(content->changes, content->room * sizeof(Change));
    }
    return &content->changes[content->count++];
}

void content_write(Content *content, const uint8_t *bytes, int64_t size, int64_t offset) {
    if (size <= 0) return;
    Bytes *visible = &content->visible;
    if (visible->size < offset + size) resize(visible, offset + size);
    memcpy(visible->bytes + offset, bytes, (size_t)size);
    for (int64_t piece = offset / PIECE_SIZE; piece * PIECE_SIZE < offset + size; piece++) {
        Change *change = add_change(content);
        int64_t end = (piece + 1) * PIECE_SIZE;
        change->piece = piece;
        change->end = end < visible->size ? end : visible->size;
        get_piece(visible, piece, change->bytes);
    }
}

void content_truncate(Content *content, int64_t size) {
    resize(&content->visible, size);
    Change *change = add_change(content);
    memset(change, 0, sizeof *change);
    change->piece = -1;
    change->end = size;
}

/// Whether the change at `index` reaches the disk.
static bool is_kept(uint64_t key, size_t index) {
    // Of 256 changes, how many: none, few, half, most or all, another choice for each file.
    static const uint64_t levels[] = {0, 32, 128, 224, 256};
    return (chance_mix(chance_mix(key, 1), index) & 255) < levels[chance_mix(key, 0) % 5];
}

static void apply(Bytes *bytes, const Change *change) {
    if (change->piece < 0) {
        resize(bytes, change->end);
    } else {
        put_piece(bytes, change->piece, change->bytes, change->end);
    }
}

void content_sync(Content *content) {
    for (size_t i = 0; i < content->count; i++) apply(&content->durable, &content->changes[i]);
    resize(&content->durable, content->visible.size);
    content->count = 0;
}

void content_fail_sync(Content *content, uint64_t key) {
    for (size_t i = 0; i < content->count; i++) {
        if (is_kept(key, i)) apply(&content->durable, &content->changes[i]);
    }
    // In half of the cases the system takes the memory back at once and reads the pieces from the disk again.
    bool are_read_again = chance_mix(key, 2) % 2;
    for (size_t i = 0; are_read_again && i < content->count; i++) {
        int64_t piece = content->changes[i].piece;
        if (piece < 0 || piece * PIECE_SIZE >= content->visible.size) continue;
        uint8_t bytes[PIECE_SIZE];
        get_piece(&content->durable, piece, bytes);
        put_piece(&content->visible, piece, bytes, 0);
    }
    content->count = 0;
}

void content_lose_power(Content *content, uint64_t key) {
    Bytes *durable = &content->durable;
    for (size_t i = 0; i < content->count; i++) {
        Change *change = &content->changes[i];
        if (is_kept(key, i)) {
            apply(durable, change);
        } else if (durable->size < change->end && chance_mix(chance_mix(key, 2), i) % 4 == 0) {
            // The new size has reached the disk, the bytes have not.
            resize(durable, change->end);
        }
    }
    content->count = 0;
    resize(&content->visible, 0);
    resize(&content->visible, durable->size);
    if (durable->size > 0) memcpy(content->visible.bytes, durable->bytes, (size_t)durable->size);
}

void content_free(Content *content) {
    free(content->visible.bytes);
    free(content->durable.bytes);
    free(content->changes);
    memset(content, 0, sizeof *content);
}
