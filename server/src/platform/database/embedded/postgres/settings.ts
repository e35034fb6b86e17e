export type Settings = Record<string, string | number>

/**
 * Settings of the embedded PostgreSQL, for one program on a small machine. Everything that protects data keeps
 * its default: fsync, full_page_writes, and synchronous_commit are on.
 */
export function settingsFor({
  name,
  folder,
  major,
}: {
  name: string
  folder: string
  major: number
}): Settings {
  return {
    // Only this program connects, through a socket in a private folder.
    listen_addresses: '',
    unix_socket_directories: folder,
    unix_socket_permissions: '0700',
    ssl: 'off',
    // Identifies the processes of this data folder in the list of processes.
    cluster_name: name,
    max_connections: 30,
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // Parallel queries need shared memory, which containers limit, and processors that answers need.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    max_worker_processes: 2,
    max_logical_replication_workers: 0,
    jit: 'off',
    ...(major >= 18 ? { io_method: 'sync' } : {}),
    huge_pages: 'off',
    // Nothing replicates from this server. The log stays complete, so that a copy of the folder opens.
    wal_level: 'replica',
    max_wal_senders: 0,
    min_wal_size: '32MB',
    max_wal_size: '256MB',
    // One worker is enough, and rows of counters and leases change all the time.
    autovacuum_max_workers: 1,
    autovacuum_vacuum_scale_factor: 0.1,
    autovacuum_analyze_scale_factor: 0.05,
    // The default on macOS leaves data in the drive's cache.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and their values never appear in the log, only what happens to the server.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}
