/*
 * LD_PRELOAD shim that injects I/O errors below SQLite and logs every disk operation.
 *
 * The scenarios preload it into the server. It intercepts operations on the database file and its
 * WAL (not the -shm file, which a power cut discards anyway), and on other files of the data
 * directory only if their writes are to fail too. Environment variables configure it:
 *
 *   FAULT_DATA_DIR  data directory, without symbolic links
 *   FAULT_LOG       file that each operation is appended to (optional)
 *   FAULT_CONTROL   file that describes the active fault as long as it exists (optional)
 *   FAULT_FSYNC     "delayed": fsync returns before the data is durable; "ignored": the data never
 *                   becomes durable (optional)
 *
 * The control file has one line: SERIAL OPERATION FILE NTH ERROR REPEAT. The fault hits the NTH
 * operation ('W'rite or 'S'ync) on FILE ('d'atabase, or '*' for any) after the line was first seen,
 * which fails with the errno ERROR. With REPEAT = 1 all later ones fail too, and with REPEAT = 2
 * also the writes to all other files in the data directory. ERROR = 0 ends the process instead, as
 * kill -9 would. A new SERIAL distinguishes a fault from an identical earlier one. CONTROL.fired
 * exists after the fault has fired.
 *
 * The log is a sequence of records, each a header and a payload. One lock is held from an operation
 * to the end of its record, so the records are in the order of the operations, and an operation is
 * in the log before SQLite learns that it is done. Nothing is really synced: no power is cut, and
 * the state after a power cut is computed from the log. A sync takes as long as on a real disk
 * before it is logged, so a server that answers without waiting for it is caught: the
 * acknowledgement precedes the sync in the log.
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

/* Kinds of records. The ledger appends 'A' for its entries. */
enum { WRITE = 'W', SYNC = 'S', FAILED_SYNC = 'F', TRUNCATE = 'T', UNLINK = 'U' };
/* File of a record. */
enum { UNRELATED = 0, DATABASE = 'd', WAL = 'w', DIRECTORY = '.', OTHER_DATA_FILE = 'b' };

/* Header of a record, in native byte order. */
struct header {
    uint8_t kind, file;
    uint16_t unused;
    uint32_t length; /* of the payload */
    uint64_t offset; /* of a write, or new size of a truncation */
};

/* When data becomes durable, relative to the return of fsync. */
enum fsync_mode { HONEST, DELAYED, IGNORED };

/* Duration of a sync in nanoseconds. */
enum { SYNC_DURATION = 5 * 1000 * 1000 };

static const char *data_dir, *control;
static int log_file = -1;
static enum fsync_mode fsync_mode;
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
    data_dir = getenv("FAULT_DATA_DIR");
    control = getenv("FAULT_CONTROL");
    const char *mode = getenv("FAULT_FSYNC");
    if (mode != NULL) fsync_mode = strcmp(mode, "delayed") == 0 ? DELAYED : IGNORED;
    const char *path = getenv("FAULT_LOG");
    if (path != NULL && (log_file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)) < 0) abort();
}

static int file_at(const char *path) {
    size_t length = data_dir == NULL ? 0 : strlen(data_dir);
    if (length == 0 || strncmp(path, data_dir, length) != 0) return UNRELATED;
    path += length;
    if (*path == '\0') return DIRECTORY;
    if (strcmp(path, "/stoa.db") == 0) return DATABASE;
    if (strcmp(path, "/stoa.db-wal") == 0) return WAL;
    return *path == '/' ? OTHER_DATA_FILE : UNRELATED;
}

static int is_database(int file) {
    return file != UNRELATED && file != OTHER_DATA_FILE;
}

static int file_of(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return UNRELATED;
    path[length] = '\0';
    return file_at(path);
}

/* Appends a record. Aborts on failure, because an incomplete log proves nothing. */
static void append_record(int kind, int file, uint64_t offset, const void *bytes, size_t length) {
    if (log_file < 0) return;
    struct header header = {.kind = kind, .file = file, .length = length, .offset = offset};
    struct iovec parts[] = {{&header, sizeof header}, {(void *)bytes, length}};
    if (writev(log_file, parts, 2) != (ssize_t)(sizeof header + length)) abort();
}

/*
 * Whether the fault that fired also fails writes to other files. Avoids looking up the path of
 * every written descriptor, sockets included.
 */
static volatile int affects_all_files;

/* Returns the errno that this operation must fail with, or 0. */
static int injected_error(char operation, char file) {
    static char fault[64], fired[PATH_MAX];
    static long count;
    char found[sizeof fault] = "", fault_operation, fault_file;
    long nth;
    int error, repeat;
    int descriptor = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return affects_all_files = 0;
    ssize_t length = read(descriptor, found, sizeof found - 1);
    close(descriptor);
    if (length <= 0 || sscanf(found, "%*d %c %c %ld %d %d", &fault_operation, &fault_file, &nth, &error, &repeat) != 5) abort();
    if (strcmp(found, fault) != 0) {
        strcpy(fault, found);
        count = 0;
        affects_all_files = 0;
    }
    if (file == OTHER_DATA_FILE) return affects_all_files ? error : 0;
    if (operation != fault_operation || (fault_file != '*' && fault_file != file)) return 0;
    count++;
    if (count < nth || (count > nth && !repeat)) return 0;
    snprintf(fired, sizeof fired, "%s.fired", control);
    close(open(fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    affects_all_files = repeat == 2;
    if (error == 0) _exit(137);
    return error;
}

/* Returns whether a write to another file of the data directory must fail, and sets errno. */
static int fails_other_write(int file) {
    if (file != OTHER_DATA_FILE) return 0;
    pthread_mutex_lock(&lock);
    int error = injected_error(WRITE, file);
    pthread_mutex_unlock(&lock);
    if (error != 0) errno = error;
    return error != 0;
}

/* SQLite uses only pwrite, so this is for other files. */
ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (affects_all_files && fails_other_write(file_of(descriptor))) return -1;
    return real_write(descriptor, bytes, length);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    int file = file_of(descriptor);
    if (!is_database(file)) return fails_other_write(file) ? -1 : real_pwrite(descriptor, bytes, length, offset);
    pthread_mutex_lock(&lock);
    int error = injected_error(WRITE, file);
    /* A failed write may have written some of its data. */
    ssize_t written = real_pwrite(descriptor, bytes, error == 0 ? length : length / 2, offset);
    if (written < 0) error = errno;
    else append_record(WRITE, file, offset, bytes, written);
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
    if (result == 0) append_record(TRUNCATE, file, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int ftruncate(int descriptor, off_t size) {
    return ftruncate64(descriptor, size);
}

static void wait_for_disk(void) {
    nanosleep(&(struct timespec){.tv_nsec = SYNC_DURATION}, NULL);
}

static void *log_sync_later(void *file) {
    wait_for_disk();
    pthread_mutex_lock(&lock);
    append_record(SYNC, (int)(intptr_t)file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int fsync(int descriptor) {
    int file = file_of(descriptor);
    if (!is_database(file)) return real_sync(descriptor);
    pthread_mutex_lock(&lock);
    int error = injected_error(SYNC, file);
    if (log_file >= 0 && fsync_mode == HONEST) wait_for_disk();
    pthread_t thread;
    if (error != 0) append_record(FAILED_SYNC, file, 0, NULL, 0);
    else if (fsync_mode == HONEST) append_record(SYNC, file, 0, NULL, 0);
    else if (fsync_mode == DELAYED) {
        void *argument = (void *)(intptr_t)file;
        if (pthread_create(&thread, NULL, log_sync_later, argument) != 0 || pthread_detach(thread) != 0)
            abort();
    }
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
    if (result == 0) append_record(UNLINK, file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}
