// Writes the rows of a store into a new file with the same tables, as a plain program would: prepared statements, one
// transaction, the spatial index at the end. Prints the seconds of reading alone, and of reading and writing.
//
//     cc -O2 -o import_rows import_rows.c -lsqlite3 && ./import_rows STORE NEW [wal]
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const tables[] = {
    "survey", "session", "clock", "reading", "event", "run", "stream", "sample", "alarm", "gap", "reject",
    "sample_world", "sample_arm", NULL,
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(int result, int wanted, sqlite3 *database) {
    if (result == wanted) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

static long copy(sqlite3 *from, sqlite3 *to, const char *table) {
    sqlite3_stmt *select, *insert = NULL;
    char text[1024];
    snprintf(text, sizeof text, "SELECT * FROM %s ORDER BY 1", table);
    if (sqlite3_prepare_v2(from, text, -1, &select, NULL) != SQLITE_OK) return 0;
    int columns = sqlite3_column_count(select);
    if (to) {
        snprintf(text, sizeof text, "INSERT INTO %s VALUES (?", table);
        for (int column = 1; column < columns; column++) strcat(text, ", ?");
        strcat(text, ")");
        check(sqlite3_prepare_v2(to, text, -1, &insert, NULL), SQLITE_OK, to);
    }
    long rows = 0;
    while (sqlite3_step(select) == SQLITE_ROW) {
        rows++;
        for (int column = 0; column < columns; column++) {
            sqlite3_value *value = sqlite3_column_value(select, column);
            if (insert) check(sqlite3_bind_value(insert, column + 1, value), SQLITE_OK, to);
        }
        if (!insert) continue;
        check(sqlite3_step(insert), SQLITE_DONE, to);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    return rows;
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    sqlite3 *from, *to;
    check(sqlite3_open_v2(arguments[1], &from, SQLITE_OPEN_READONLY, NULL), SQLITE_OK, from);
    double start = now();
    long rows = 0;
    for (int place = 0; tables[place]; place++) rows += copy(from, NULL, tables[place]);
    double read = now() - start;
    check(sqlite3_open(arguments[2], &to), SQLITE_OK, to);
    if (count > 3) check(sqlite3_exec(to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", 0, 0, 0), 0, to);
    start = now();
    check(sqlite3_exec(to, "BEGIN", 0, 0, 0), SQLITE_OK, to);
    sqlite3_stmt *schema;
    sqlite3_prepare_v2(
        from, "SELECT sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE "
        "'rtree_%' AND name NOT LIKE 'sqlite_%'", -1, &schema, NULL);
    while (sqlite3_step(schema) == SQLITE_ROW)
        check(sqlite3_exec(to, (const char *)sqlite3_column_text(schema, 0), 0, 0, 0), SQLITE_OK, to);
    sqlite3_finalize(schema);
    for (int place = 0; tables[place]; place++) copy(from, to, tables[place]);
    check(
        sqlite3_exec(
            to, "CREATE VIRTUAL TABLE places USING rtree(id, minx, maxx, miny, maxy);"
                "INSERT INTO places SELECT id, x, x, y, y FROM sample WHERE srs = 4326; COMMIT", 0, 0, 0),
        SQLITE_OK, to);
    sqlite3_close(to);
    double all = now() - start;
    printf("%ld rows: %.2f s to read them, %.2f s to read and write them: %.2f s to write\n", rows, read, all, all - read);
}
