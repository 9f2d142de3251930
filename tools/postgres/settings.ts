/** Server settings by name, as in postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string>>;

const common: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // TCP on loopback with a password is enough; a Unix socket would need another folder with the right owner.
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  max_connections: '100',
  logging_collector: 'off',
};

/** For money and bookings: a committed transaction survives a power failure. */
export const settingsForKeeps: PostgresSettings = {
  ...common,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // A young table grows from a few rows to thousands within a minute, and plans from before are kept until it is analysed.
  autovacuum_naptime: '15s',
};

/** Only for a database that is deleted after the test run. */
export const settingsForTests: PostgresSettings = {
  ...common,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: '200',
  // The system copies a template's files, not the server: a clone then costs a third of the CPU.
  file_copy_method: 'clone',
};
