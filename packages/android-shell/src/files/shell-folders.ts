import { AID } from './node.ts';

/**
 * Folders outside of the shared storage that shell may write without root: AOSP's init.rc creates them, and sepolicy's
 * shell.te allows shell to use them. `name` is the folder's name on the host as well.
 */
export const SHELL_FOLDERS = [
  { name: 'shell', mode: 0o771, uid: AID.shell, folders: [] },
  {
    name: 'shell-tests',
    mode: 0o701,
    uid: AID.shell,
    folders: ['product', 'system', 'unrestricted', 'vendor'],
  },
  { name: 'bootchart', mode: 0o755, uid: AID.shell, folders: [] },
  { name: 'perfetto-configs', mode: 0o775, uid: AID.root, folders: [] },
  // Data of the package com.android.shell, which has shell's user id.
  { name: 'shell-data', mode: 0o700, uid: AID.shell, folders: ['cache', 'code_cache'] },
  {
    name: 'shell-device-data',
    mode: 0o700,
    uid: AID.shell,
    folders: ['cache', 'code_cache', 'files/bugreports'],
  },
] as const;

export type ShellFolder = (typeof SHELL_FOLDERS)[number]['name'];
