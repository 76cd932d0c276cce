#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <stddef.h>

const char *cpostgresql_load(const char *library, CPostgreSQLFunctions *functions) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) { return dlerror(); }
    // A library without one of the functions stays loaded, since closing it would replace the loader's words.
#define CPOSTGRESQL_FIND(name) \
    { \
        void *function = dlsym(handle, #name); \
        if (function == NULL) { return dlerror(); } \
        functions->name = (__typeof__(functions->name))function; \
    }
    CPOSTGRESQL_FUNCTIONS(CPOSTGRESQL_FIND)
#undef CPOSTGRESQL_FIND
    return NULL;
}
