#ifndef LOCKS_H
#define LOCKS_H

#include "File.h"

// The locks of a database file between connections of one process (https://www.sqlite.org/lockingv3.html).

/// Raises the handle's lock to `level`. Returns an SQLite result code.
int locks_raise(Handle *handle, int level);

/// Lowers the handle's lock to `SQLITE_LOCK_SHARED` or `SQLITE_LOCK_NONE`.
void locks_lower(Handle *handle, int level);

#endif
