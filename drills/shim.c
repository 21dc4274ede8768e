/*
 * A disk that fails when it is told to, and that remembers all it was asked for.
 *
 * The drills load this into the server with LD_PRELOAD. It stands between SQLite and the database file and its WAL (not the -shm,
 * which a power cut takes anyway; other files only when they are to fail too) and is told by environment variables:
 *
 *   DRILL_DATA     the data directory, without symbolic links
 *   DRILL_LOG      where each operation is appended (optional)
 *   DRILL_CONTROL  a file that says which operation fails, for as long as it is there (optional)
 *   DRILL_SYNCS    if "late", a sync is done only after it was said to have been; if "never", it is not done at all
 *
 * The control file is one line: SERIAL OPERATION FILE NTH ERROR FOREVER. The NTH operation ('W'rite or 'S'ync) of FILE ('d'atabase,
 * or '*' for any) since the line was first seen fails with the errno ERROR; with FOREVER = 1 so do all after it, and with FOREVER = 2
 * also the writes to all other files in the data directory. ERROR = 0 ends the process instead, as kill -9 would. The SERIAL makes
 * the same order a new one. Once it has struck, CONTROL.fired exists.
 *
 * The log is a row of records, each a header and its bytes. One lock is held from an operation to the end of its record, so their
 * order in the log is the order in which they were done; and an operation is in the log before SQLite knows that it is done.
 * Nothing is really synced: no power is cut here, and what a power cut would leave is worked out from the log. But a sync takes its
 * time, as on a disk, before it is noted: who answers without waiting for it is noted before it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The kinds of record; the drill itself appends 'A' for a write that was acknowledged. */
enum { WRITE = 'W', SYNC = 'S', FAILED_SYNC = 'F', TRUNCATE = 'T', UNLINK = 'U' };
/* What a record is about. */
enum { OTHER = 0, DATABASE = 'd', WAL = 'w', DIRECTORY = '.', BESIDE = 'b' };

/* In the byte order of the machine. */
struct header {
    uint8_t kind, file;
    uint16_t unused;
    uint32_t length; /* of the bytes that follow */
    uint64_t offset; /* of a write; of a truncation the new size */
};

/* When a sync is done of which it is said that it is. */
enum syncs { IN_TIME, LATE, NEVER };

/* A sync takes so long, in nanoseconds. */
enum { SYNC_TAKES = 5 * 1000 * 1000 };

static const char *data, *control;
static int log_file = -1;
static enum syncs syncs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off64_t);
static int (*real_sync)(int);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void start(void) {
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_write = dlsym(RTLD_NEXT, "write");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_sync = dlsym(RTLD_NEXT, "fsync");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    data = getenv("DRILL_DATA");
    control = getenv("DRILL_CONTROL");
    const char *when = getenv("DRILL_SYNCS");
    if (when != NULL) syncs = strcmp(when, "late") == 0 ? LATE : NEVER;
    const char *path = getenv("DRILL_LOG");
    if (path != NULL && (log_file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) < 0) abort();
}

static int file_at(const char *path) {
    size_t length = data == NULL ? 0 : strlen(data);
    if (length == 0 || strncmp(path, data, length) != 0) return OTHER;
    path += length;
    if (*path == '\0') return DIRECTORY;
    if (strcmp(path, "/stoa.db") == 0) return DATABASE;
    if (strcmp(path, "/stoa.db-wal") == 0) return WAL;
    return *path == '/' ? BESIDE : OTHER;
}

static int is_database(int file) {
    return file != OTHER && file != BESIDE;
}

static int file_of(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return OTHER;
    path[length] = '\0';
    return file_at(path);
}

/* A log with a gap would prove nothing, so there is none. */
static void note(int kind, int file, uint64_t offset, const void *bytes, size_t length) {
    if (log_file < 0) return;
    struct header header = {.kind = kind, .file = file, .length = length, .offset = offset};
    struct iovec parts[] = {{&header, sizeof header}, {(void *)bytes, length}};
    if (writev(log_file, parts, 2) != (ssize_t)(sizeof header + length)) abort();
}

/* Whether the order that has struck last is for all files: what is written to sockets need not be looked at otherwise. */
static volatile int is_everywhere;

/* The error with which this operation is to fail, 0 for none. */
static int ordered_error(char operation, char file) {
    static char order[64], fired[PATH_MAX];
    static long count;
    char found[sizeof order] = "", which, where;
    long nth;
    int error, forever;
    int descriptor = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return is_everywhere = 0;
    ssize_t length = read(descriptor, found, sizeof found - 1);
    close(descriptor);
    if (length <= 0 || sscanf(found, "%*d %c %c %ld %d %d", &which, &where, &nth, &error, &forever) != 5) abort();
    if (strcmp(found, order) != 0) {
        strcpy(order, found);
        count = 0;
        is_everywhere = 0;
    }
    if (file == BESIDE) return is_everywhere ? error : 0;
    if (operation != which || (where != '*' && where != file)) return 0;
    count++;
    if (count < nth || (count > nth && !forever)) return 0;
    snprintf(fired, sizeof fired, "%s.fired", control);
    close(open(fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    is_everywhere = forever == 2;
    if (error == 0) _exit(137);
    return error;
}

/* Whether a write to a file beside the database is to fail, which is all that is done to it. */
static int refuses(int file) {
    if (file != BESIDE) return 0;
    pthread_mutex_lock(&lock);
    int error = ordered_error(WRITE, file);
    pthread_mutex_unlock(&lock);
    if (error != 0) errno = error;
    return error != 0;
}

/* SQLite writes with pwrite only. */
ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (is_everywhere && refuses(file_of(descriptor))) return -1;
    return real_write(descriptor, bytes, length);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    int file = file_of(descriptor);
    if (!is_database(file)) return refuses(file) ? -1 : real_pwrite(descriptor, bytes, length, offset);
    pthread_mutex_lock(&lock);
    int error = ordered_error(WRITE, file);
    /* A disk that fails has taken some of it. */
    ssize_t written = real_pwrite(descriptor, bytes, error == 0 ? length : length / 2, offset);
    if (written < 0) error = errno;
    else note(WRITE, file, offset, bytes, written);
    pthread_mutex_unlock(&lock);
    errno = error;
    return error == 0 ? written : -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return pwrite64(descriptor, bytes, length, offset);
}

int ftruncate64(int descriptor, off64_t size) {
    int file = file_of(descriptor);
    if (!is_database(file)) return real_ftruncate(descriptor, size);
    pthread_mutex_lock(&lock);
    int result = real_ftruncate(descriptor, size), error = errno;
    if (result == 0) note(TRUNCATE, file, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int ftruncate(int descriptor, off_t size) {
    return ftruncate64(descriptor, size);
}

static void take_time(void) {
    nanosleep(&(struct timespec){.tv_nsec = SYNC_TAKES}, NULL);
}

static void *sync_late(void *file) {
    take_time();
    pthread_mutex_lock(&lock);
    note(SYNC, (int)(intptr_t)file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int fsync(int descriptor) {
    int file = file_of(descriptor);
    if (!is_database(file)) return real_sync(descriptor);
    pthread_mutex_lock(&lock);
    int error = ordered_error(SYNC, file);
    if (log_file >= 0 && syncs == IN_TIME) take_time();
    pthread_t later;
    if (error != 0) note(FAILED_SYNC, file, 0, NULL, 0);
    else if (syncs == IN_TIME) note(SYNC, file, 0, NULL, 0);
    else if (syncs == LATE && (pthread_create(&later, NULL, sync_late, (void *)(intptr_t)file) != 0 || pthread_detach(later) != 0)) abort();
    pthread_mutex_unlock(&lock);
    errno = error;
    return error == 0 ? 0 : -1;
}

int fdatasync(int descriptor) {
    return fsync(descriptor);
}

int unlink(const char *path) {
    int file = file_at(path);
    if (!is_database(file)) return real_unlink(path);
    pthread_mutex_lock(&lock);
    int result = real_unlink(path), error = errno;
    if (result == 0) note(UNLINK, file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}
