import { AID } from './node.ts';

/**
 * Where a shell without root may write outside of the shared storage: init.rc of AOSP makes them, sepolicy's shell.te
 * lets shell in. `name` is also that of the folder on the host.
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
  // Data of com.android.shell, whose user id is shell's own.
  { name: 'shell-data', mode: 0o700, uid: AID.shell, folders: ['cache', 'code_cache'] },
  {
    name: 'shell-device-data',
    mode: 0o700,
    uid: AID.shell,
    folders: ['cache', 'code_cache', 'files/bugreports'],
  },
] as const;

export type ShellFolder = (typeof SHELL_FOLDERS)[number]['name'];
