// For a library that is preloaded into a program: a word that the test sets while the program runs (SharedWord.swift).
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The word in the file that a variable names.
static const volatile int64_t *shared_word(const char *variable) {
    const char *path = getenv(variable);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = file < 0 ? MAP_FAILED : mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    // A test whose library reads no word would prove nothing.
    if (page == MAP_FAILED) abort();
    close(file);
    return page;
}
