/*
 * Keeps what a power cut would leave of a folder. Preloaded into the server and its database, it records the
 * content of every file and the entries of every folder at the moment they are flushed to disk, and nothing else.
 * A file that was written but not flushed is empty or doesn't exist. A flushed file exists under its name, as on
 * ext4, XFS, and Btrfs; PostgreSQL relies on it. Other ways to flush, such as sync or O_DSYNC, aren't recorded, so
 * what is flushed by them counts as lost.
 *   DURABLE_ROOT   the folder to watch, without symbolic links
 *   DURABLE_STORE  where to record: f-<inode>-<birth> for a file, d-<inode>-<birth> for a folder, and `lock`
 * A line of a folder's record: type, inode, birth, mode, user, group, name.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int identify(int folder, const char *name, int flags, struct statx *found) {
  return statx(folder, name, flags | AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, found);
}

static void name_of(char *name, const char *store, char kind, const struct statx *found) {
  snprintf(name, PATH_MAX, "%s/%c-%llu-%lld.%09u", store, kind, (unsigned long long)found->stx_ino,
           (long long)found->stx_btime.tv_sec, found->stx_btime.tv_nsec);
}

static void write_entry(FILE *list, const struct statx *found, const char *name) {
  char kind = S_ISDIR(found->stx_mode) ? 'd' : S_ISREG(found->stx_mode) ? 'f' : 'o';
  fprintf(list, "%c %llu %lld.%09u %o %u %u %s\n", kind, (unsigned long long)found->stx_ino,
          (long long)found->stx_btime.tv_sec, found->stx_btime.tv_nsec, found->stx_mode & 07777, found->stx_uid,
          found->stx_gid, name);
}

static int copy_content(const char *from_path, FILE *to, const struct statx *found) {
  /* The given descriptor may be open for writing only. */
  int from = open(from_path, O_RDONLY | O_CLOEXEC);
  if (from < 0) return -1;
  off_t at = 0, size = (off_t)found->stx_size;
  ssize_t copied = 1;
  while (at < size && copied > 0) copied = copy_file_range(from, &at, fileno(to), NULL, (size_t)(size - at), 0);
  close(from);
  return copied < 0 ? -1 : 0;
}

static int copy_entries(const char *folder, FILE *to) {
  DIR *entries = opendir(folder);
  if (!entries) return -1;
  for (struct dirent *entry; (entry = readdir(entries));) {
    struct statx found;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (identify(dirfd(entries), entry->d_name, 0, &found) == 0) write_entry(to, &found, entry->d_name);
  }
  return closedir(entries);
}

static FILE *begin(const char *store, char *part) {
  snprintf(part, PATH_MAX, "%s/part", store);
  unlink(part);
  return fopen(part, "wxe");
}

/* Adds an entry to a folder's record, unless it is there. */
static int add_entry(const char *store, const struct statx *folder, const struct statx *found, const char *entry) {
  char name[PATH_MAX], part[PATH_MAX], line[PATH_MAX + 200], other[PATH_MAX + 200];
  FILE *own = fmemopen(line, sizeof line, "w");
  write_entry(own, found, entry);
  fclose(own);
  name_of(name, store, 'd', folder);
  FILE *to = begin(store, part);
  if (!to) return -1;
  FILE *from = fopen(name, "re");
  int is_known = 0;
  size_t of_name = strlen(entry);
  while (from && fgets(other, sizeof other, from)) {
    size_t length = strlen(other);
    is_known |= strcmp(other, line) == 0;
    /* An older file of this name is replaced. */
    if (length > of_name + 2 && other[length - of_name - 2] == ' ' &&
        strncmp(other + length - of_name - 1, entry, of_name) == 0)
      continue;
    fputs(other, to);
  }
  if (from) fclose(from);
  fputs(line, to);
  return fclose(to) || is_known ? 0 : rename(part, name);
}

/* A flushed file or folder exists under its name, in folders that exist. */
static int add_path(const char *store, const char *root, char *path) {
  while (strlen(path) > strlen(root)) {
    struct statx found, folder;
    char *entry = strrchr(path, '/');
    if (identify(AT_FDCWD, path, 0, &found) != 0) return 0;
    *entry++ = 0;
    if (identify(AT_FDCWD, path, 0, &folder) != 0) return 0;
    if (add_entry(store, &folder, &found, entry) != 0) return -1;
  }
  return 0;
}

static int record_locked(const char *store, const char *root, const char *link, char *path) {
  char name[PATH_MAX], part[PATH_MAX];
  struct statx found;
  if (statx(AT_FDCWD, link, 0, STATX_BASIC_STATS | STATX_BTIME, &found) != 0) return -1;
  int is_folder = S_ISDIR(found.stx_mode);
  if (!is_folder && !S_ISREG(found.stx_mode)) return 0;
  FILE *to = begin(store, part);
  if (!to) return -1;
  int failed = is_folder ? copy_entries(link, to) : copy_content(link, to, &found);
  failed |= fclose(to);
  name_of(name, store, is_folder ? 'd' : 'f', &found);
  if (failed || rename(part, name) != 0) return -1;
  return add_path(store, root, path);
}

static int record(int fd) {
  const char *root = getenv("DURABLE_ROOT"), *store = getenv("DURABLE_STORE");
  if (!root || !store) return 0;
  char link[64], path[PATH_MAX], name[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  size_t prefix = strlen(root);
  if (strncmp(path, root, prefix) != 0 || (path[prefix] != 0 && path[prefix] != '/')) return 0;
  snprintf(name, sizeof name, "%s/lock", store);
  int lock = open(name, O_RDWR | O_CLOEXEC);
  if (lock < 0 || flock(lock, LOCK_EX) != 0) return -1;
  int failed = record_locked(store, root, link, path);
  if (failed) perror("durable.c couldn't record");
  close(lock);
  return failed;
}

/* The machine doesn't lose power, so what is recorded needn't be flushed as well. */
int fsync(int fd) { return record(fd); }
int fdatasync(int fd) { return record(fd); }
