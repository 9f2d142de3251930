/** What adbd of an Android version offers (adb/transport.cpp). A feature is used when the host has it too. */
export function featuresOf(apiLevel: number): string[] {
  const features = [
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
  if (apiLevel >= 31) {
    features.push('sendrecv_v2', 'sendrecv_v2_brotli', 'sendrecv_v2_zstd', 'sendrecv_v2_dry_run_send');
  }
  // Before Android 14 adbd doesn't know it.
  if (apiLevel >= 34) features.push('delayed_ack');
  return features;
}
