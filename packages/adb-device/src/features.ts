/**
 * Features of adbd by Android version (AOSP adb/transport.cpp), without compressed file transfer. A feature is used
 * only if the host announces it as well.
 */
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
  // Since Android 14.
  if (apiLevel >= 34) features.push('delayed_ack');
  return features;
}
