#pragma once
#include <sqlite3.h>

// Swift cannot call variadic functions: this is sqlite3_db_config for the options that are on or off.
static inline int waldo_sqlite_switch(sqlite3 *database, int option, int is_on) {
    return sqlite3_db_config(database, option, is_on, (int *)0);
}
