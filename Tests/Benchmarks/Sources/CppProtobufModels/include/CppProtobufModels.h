// C++ libprotobuf with the models that its compiler generates from our definitions (`Generated`, see generate.sh).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cpp_kind {
    cpp_submit_intent,
    cpp_live_data,
    cpp_notifications,
    cpp_history,
} cpp_kind;

/// Reads a message and releases it. Returns whether it could be read.
bool cpp_decode(cpp_kind kind, const uint8_t *bytes, size_t count);

/// Reads a message into a new arena and releases both.
bool cpp_decode_in_arena(cpp_kind kind, const uint8_t *bytes, size_t count);

/// Reads a message; NULL if it cannot be read. The message is never freed.
void *cpp_message(cpp_kind kind, const uint8_t *bytes, size_t count, bool in_arena);

/// Writes a message into a new string, releases it and returns its length.
size_t cpp_encode(const void *message);

/// Writes a message to memory with enough room and returns its length.
size_t cpp_write(const void *message, uint8_t *bytes, size_t capacity);

/// The library's version, such as 3021012.
int cpp_version(void);

#ifdef __cplusplus
}
#endif
