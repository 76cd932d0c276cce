#include "CTypeRecords.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <dlfcn.h>

static const int32_t *section(unsigned long *size) {
    Dl_info image;
    dladdr((const void *)&flipcash_first_type_record, &image);
    return (const int32_t *)getsectiondata(image.dli_fbase, "__TEXT", "__swift5_types", size);
}

const int32_t *flipcash_first_type_record(void) {
    unsigned long size = 0;
    return section(&size);
}

const int32_t *flipcash_end_of_type_records(void) {
    unsigned long size = 0;
    const int32_t *first = section(&size);
    return first + size / sizeof(int32_t);
}
#else
// The linker defines both: the bounds of the section in the program that this code is linked into.
extern const int32_t __start_swift5_type_metadata[] __attribute__((visibility("hidden")));
extern const int32_t __stop_swift5_type_metadata[] __attribute__((visibility("hidden")));

const int32_t *flipcash_first_type_record(void) { return __start_swift5_type_metadata; }
const int32_t *flipcash_end_of_type_records(void) { return __stop_swift5_type_metadata; }
#endif

__attribute__((swiftcall)) const void *swift_getTypeByMangledNameInContext(
    const void *name, size_t length, const void *context, const void *const *arguments);

const void *flipcash_type_metadata(const void *mangled_name, size_t length, const void *context) {
    return swift_getTypeByMangledNameInContext(mangled_name, length, context, NULL);
}

struct metadata_response {
    const void *metadata;
    size_t state;
};
typedef struct metadata_response(__attribute__((swiftcall)) * metadata_accessor)(size_t request);

const void *flipcash_metadata_from_accessor(const void *accessor) {
    // A request of zero asks for complete metadata and waits for it.
    return ((metadata_accessor)accessor)(0).metadata;
}
