#include <gio/gio.h>
#include <glib.h>
#include <libnotify/notify.h>
