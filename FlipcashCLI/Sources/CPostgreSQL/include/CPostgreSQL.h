#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

// Debian installs libpq's header in /usr/include/postgresql, Homebrew outside the compiler's folders.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include "../libpq/homebrew/libpq-fe.h"
#endif

/// The functions of libpq that a node calls.
#define CPOSTGRESQL_FUNCTIONS(FUNCTION) \
    FUNCTION(PQcancel) \
    FUNCTION(PQclear) \
    FUNCTION(PQcmdStatus) \
    FUNCTION(PQcmdTuples) \
    FUNCTION(PQconnectdbParams) \
    FUNCTION(PQconninfoFree) \
    FUNCTION(PQconninfoParse) \
    FUNCTION(PQconsumeInput) \
    FUNCTION(PQdescribePrepared) \
    FUNCTION(PQerrorMessage) \
    FUNCTION(PQexec) \
    FUNCTION(PQexecPrepared) \
    FUNCTION(PQfinish) \
    FUNCTION(PQfname) \
    FUNCTION(PQfreeCancel) \
    FUNCTION(PQfreemem) \
    FUNCTION(PQftype) \
    FUNCTION(PQgetCancel) \
    FUNCTION(PQgetResult) \
    FUNCTION(PQgetisnull) \
    FUNCTION(PQgetlength) \
    FUNCTION(PQgetvalue) \
    FUNCTION(PQisBusy) \
    FUNCTION(PQnfields) \
    FUNCTION(PQnparams) \
    FUNCTION(PQntuples) \
    FUNCTION(PQparamtype) \
    FUNCTION(PQprepare) \
    FUNCTION(PQresultErrorField) \
    FUNCTION(PQresultErrorMessage) \
    FUNCTION(PQresultStatus) \
    FUNCTION(PQsendQuery) \
    FUNCTION(PQsetNoticeReceiver) \
    FUNCTION(PQstatus) \
    FUNCTION(PQtransactionStatus)

/// libpq's functions, with the types of its header.
#define CPOSTGRESQL_FIELD(name) __typeof__(&name) _Nonnull name;
typedef struct {
    CPOSTGRESQL_FUNCTIONS(CPOSTGRESQL_FIELD)
} CPostgreSQLFunctions;
#undef CPOSTGRESQL_FIELD

/// Loads a library and finds the functions in it. Returns NULL, or the loader's words about what is missing, which the
/// thread's next call replaces.
const char *_Nullable cpostgresql_load(const char *_Nonnull library, CPostgreSQLFunctions *_Nonnull functions);

// Swift does not import macros that are characters.
static const int CPOSTGRESQL_FIELD_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int CPOSTGRESQL_FIELD_SQLSTATE = PG_DIAG_SQLSTATE;
static const int CPOSTGRESQL_FIELD_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;

#endif
