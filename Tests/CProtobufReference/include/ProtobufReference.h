/// The C++ protobuf library as an oracle: dynamic messages over the same definition files, nothing generated.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ProtobufReference ProtobufReference;

/// Bytes on the heap; free with `protobuf_reference_free`. `data` is null when there is no result.
typedef struct {
    uint8_t *data;
    size_t count;
} ProtobufReferenceBytes;

/// Compiles every definition file below `root`; what they import may also stand below `imports`. Returns null and a
/// message to free when one does not compile.
ProtobufReference *protobuf_reference_load(const char *root, const char *imports, char **error);
void protobuf_reference_unload(ProtobufReference *reference);

/// Full names of all message types of the files, map entries left out, one per line; free it.
char *protobuf_reference_message_names(const ProtobufReference *reference);

/// The canonical bytes of a random value of `type`; equal for equal seeds.
ProtobufReferenceBytes protobuf_reference_random(const ProtobufReference *reference, const char *type, uint64_t seed);

/// Parses `bytes` as `type` and writes them again, canonically; null data when they do not parse.
ProtobufReferenceBytes protobuf_reference_reencode(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count);

/// Parses `bytes` as `type` and writes them canonically without their unknown fields; null data when they do not parse.
ProtobufReferenceBytes protobuf_reference_reencode_known(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count);

/// The JSON text (UTF-8) of the value that `bytes` are as `type`; null data when there is none.
ProtobufReferenceBytes protobuf_reference_to_json(
    const ProtobufReference *reference, const char *type, const uint8_t *bytes, size_t count);

/// The canonical bytes of the value that a JSON text is as `type`; null data when the text is not valid.
ProtobufReferenceBytes protobuf_reference_from_json(
    const ProtobufReference *reference, const char *type, const uint8_t *text, size_t count);

/// The canonical bytes of a value written as JSON the way the contract's vectors are: bytes in hex, enums by name,
/// large integers as decimal text. Null data and a message to free when it does not fit the type.
ProtobufReferenceBytes protobuf_reference_from_vector(
    const ProtobufReference *reference, const char *type, const char *json, char **error);

void protobuf_reference_free(void *memory);

#ifdef __cplusplus
}
#endif
