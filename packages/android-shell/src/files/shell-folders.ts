import { AID } from './node.ts';

const SHELL_APP = 'com.android.shell';

/**
 * Folders outside of the shared storage that shell may write without root: AOSP's init.rc creates them, and sepolicy's
 * shell.te allows shell to use them. `name` is the folder's name on the host, `paths` are its places on the phone.
 */
export const SHELL_FOLDERS = [
  { name: 'shell', paths: ['/data/local/tmp'], mode: 0o771, uid: AID.shell, folders: [] },
  {
    name: 'shell-tests',
    paths: ['/data/local/tests'],
    mode: 0o701,
    uid: AID.shell,
    folders: ['product', 'system', 'unrestricted', 'vendor'],
  },
  { name: 'bootchart', paths: ['/data/bootchart'], mode: 0o755, uid: AID.shell, folders: [] },
  {
    name: 'perfetto-configs',
    paths: ['/data/misc/perfetto-configs'],
    mode: 0o775,
    uid: AID.root,
    folders: [],
  },
  // Data of the package com.android.shell, which has shell's user id.
  {
    name: 'shell-data',
    paths: [`/data/data/${SHELL_APP}`, `/data/user/0/${SHELL_APP}`],
    mode: 0o700,
    uid: AID.shell,
    folders: ['cache', 'code_cache'],
  },
  {
    name: 'shell-device-data',
    paths: [`/data/user_de/0/${SHELL_APP}`],
    mode: 0o700,
    uid: AID.shell,
    folders: ['cache', 'code_cache', 'files/bugreports'],
  },
] as const;
