#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <stddef.h>

bool cpostgresql_load(const char *library, CPostgreSQLFunctions *functions) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) { return false; }
#define CPOSTGRESQL_FIND(name) \
    { \
        void *function = dlsym(handle, #name); \
        if (function == NULL) { dlclose(handle); return false; } \
        functions->name = (__typeof__(functions->name))function; \
    }
    CPOSTGRESQL_FUNCTIONS(CPOSTGRESQL_FIND)
#undef CPOSTGRESQL_FIND
    return true;
}
