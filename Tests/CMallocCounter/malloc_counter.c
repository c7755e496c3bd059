// Stands in for glibc's allocator in the test program and counts, on threads that asked for it.
#include "CMallocCounter.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local int is_counting;
static _Thread_local int64_t count;

static void note(void) {
    if (is_counting) count++;
}

void malloc_counter_start(void) {
    count = 0;
    is_counting = 1;
}

int64_t malloc_counter_stop(void) {
    is_counting = 0;
    return count;
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
    note();
    return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
