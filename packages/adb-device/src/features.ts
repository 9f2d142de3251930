/**
 * Features of adbd (AOSP adb/transport.cpp), without compressed file transfer and delayed_ack. A feature is used only
 * if the host announces it as well.
 */
export const FEATURES: readonly string[] = [
  'shell_v2',
  'cmd',
  'stat_v2',
  'ls_v2',
  'fixed_push_mkdir',
  'fixed_push_symlink_timestamp',
  'apex',
  'abb',
  'abb_exec',
  'remount_shell',
];
