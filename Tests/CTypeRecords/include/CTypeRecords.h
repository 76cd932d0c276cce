#ifndef CTYPERECORDS_H
#define CTYPERECORDS_H

#include <stddef.h>
#include <stdint.h>

// The compiler leaves a record of every type in a section of the program: 32-bit offsets, each relative to its own
// address. These functions give the section of the program that this code is linked into. The layout of the records is
// part of Swift's stable ABI (docs/ABI/TypeMetadata.rst in the compiler's repository).

/// The first record of a type.
const int32_t *_Nonnull flipcash_first_type_record(void);

/// The address behind the last record of a type.
const int32_t *_Nonnull flipcash_end_of_type_records(void);

/// The metadata of the type with a mangled name, or NULL if the runtime cannot build it, as for a generic type.
///
/// `context` is the descriptor of the type in which the name was found.
const void *_Nullable flipcash_type_metadata(
    const void *_Nonnull mangled_name, size_t length, const void *_Nullable context);

/// The metadata of a type without generic parameters, through the accessor function of its descriptor.
const void *_Nonnull flipcash_metadata_from_accessor(const void *_Nonnull accessor);

#endif
