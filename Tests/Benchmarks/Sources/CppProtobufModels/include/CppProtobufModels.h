// C++ libprotobuf with the models that its own compiler makes of our definitions (Generated, made by generate.sh).
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

/// Reads a message and drops it; says whether it could be read.
bool cpp_decode(cpp_kind kind, const uint8_t *bytes, size_t count);

/// Reads a message into an arena of its own and drops both.
bool cpp_decode_in_arena(cpp_kind kind, const uint8_t *bytes, size_t count);

/// A message that has been read; NULL if it cannot be. The caller never gives it back.
void *cpp_message(cpp_kind kind, const uint8_t *bytes, size_t count, bool in_arena);

/// Writes a message into a string of its own, drops it and returns how long it was.
size_t cpp_encode(const void *message);

/// Writes a message to memory that must have room for it and returns how long it is.
size_t cpp_write(const void *message, uint8_t *bytes, size_t capacity);

/// The library's version, as in 3021012.
int cpp_version(void);

#ifdef __cplusplus
}
#endif
