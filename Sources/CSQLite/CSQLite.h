#include <sqlite3.h>

/* Swift cannot call variadic functions. */
static inline int bellhop_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Called before any other function of SQLite. Without memory statistics SQLite locks nothing for each allocation. */
static inline int bellhop_forgo_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Swift does not import macros that compute a value. */
static const int bellhop_ioerr_read = SQLITE_IOERR_READ;
