// What Swift cannot reach of Linux by itself: calls that Glibc's overlay leaves out, and macros.
#ifndef BELLHOP_CLINUX_H
#define BELLHOP_CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#endif
