// Debian installs the header in /usr/include/postgresql. pkg-config names that folder; without pkg-config the second
// spelling finds it.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

// Swift does not import macros that are characters.
static const int CPOSTGRESQL_FIELD_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int CPOSTGRESQL_FIELD_SQLSTATE = PG_DIAG_SQLSTATE;
static const int CPOSTGRESQL_FIELD_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
