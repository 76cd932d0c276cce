#ifndef CONTENT_H
#define CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The bytes of one file, as programs see them and as they survive a power loss.

/// What a power loss keeps or drops as a whole.
#define PIECE_SIZE 512

/// Bytes that grow. Bytes behind `size` are zero.
typedef struct {
    uint8_t *bytes;
    int64_t size;
    int64_t room;
} Bytes;

/// A change that is not synced: one piece with its content after the write, or a truncation.
typedef struct {
    /// The number of the piece; -1 for a truncation.
    int64_t piece;
    /// Where in the file the written piece ends; the new size for a truncation.
    int64_t end;
    uint8_t bytes[PIECE_SIZE];
} Change;

typedef struct {
    Bytes visible;
    Bytes durable;
    Change *changes;
    size_t count;
    size_t room;
} Content;

/// Writes `size` bytes at `offset`, not durably.
void content_write(Content *content, const uint8_t *bytes, int64_t size, int64_t offset);

/// Sets the size, not durably.
void content_truncate(Content *content, int64_t size);

/// Makes all changes durable.
void content_sync(Content *content);

/// Does what Linux does when the disk refuses a write during fsync. Some pieces have reached the disk. The others count
/// as written from now on, so that no later sync tries them again. They stay visible until the system needs the memory.
void content_fail_sync(Content *content, uint64_t key);

/// Decides for each change whether it has reached the disk, and makes the result the content.
void content_lose_power(Content *content, uint64_t key);

/// Frees the memory.
void content_free(Content *content);

#endif
