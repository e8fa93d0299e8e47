#include <stddef.h>
#include <stdint.h>

// What Swift's library calls for the name of a letter, in release builds: it says that there is none, and the table of
// names is left out. No program of ours asks.

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t, uint8_t *, intptr_t);
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) { return 0; }

const char *__wrap__swift_stdlib_getNameAlias(uint32_t);
const char *__wrap__swift_stdlib_getNameAlias(uint32_t scalar) { return NULL; }
