#include <sqlite3.h>

/* Swift sees no variadic functions. */
static inline int bellhop_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
