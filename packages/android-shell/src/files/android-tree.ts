import { AID, type Mount, type VirtualDir, type VirtualNode } from './node.ts';
import type { ShellFolder } from './shell-folders.ts';

/** The parts of the tree that change while the phone runs. */
export interface TreeParts {
  /** `build.prop`. */
  properties(): readonly (readonly [string, string])[];
  /** Shared storage of each Android user by number. */
  userMounts(): ReadonlyMap<number, Mount>;
  /** Folders outside of the shared storage that shell may write to. */
  readonly shellMounts: ReadonlyMap<ShellFolder, Mount>;
  /** Folders of /data/app by name: where installed packages lie. */
  apps(): ReadonlyMap<string, VirtualNode>;
  uptimeMs(): number;
  /** Random, new with each boot. */
  bootId(): string;
  /** File names of /system/bin. */
  readonly commandNames: readonly string[];
}

/** Runs a command by its name; without arguments, lists the names. */
const TOYBOX = '#!/system/bin/sh\nif [ $# = 0 ]; then ls /system/bin; else name=$1; shift; $name "$@"; fi\n';

/** Android's directory tree as the shell user sees it on a phone without root. */
export function androidTree(parts: TreeParts): VirtualDir {
  const buildProp = () =>
    parts
      .properties()
      .filter(([key]) => key.startsWith('ro.'))
      .map(([key, value]) => `${key}=${value}\n`)
      .join('');
  // The interpreter runs commands of /bin by itself. A call by another path runs these scripts, which call the command.
  const binaries = Object.fromEntries(
    parts.commandNames.map((name) => [
      name,
      file(0o755, () => (name === 'toybox' ? TOYBOX : `#!/system/bin/sh\n${name} "$@"\n`)),
    ]),
  );
  const system = systemDir({
    'build.prop': file(0o600, buildProp),
    bin: systemDir(binaries),
    app: systemDir({}),
    etc: systemDir({
      hosts: file(0o644, () => '127.0.0.1       localhost\n::1             ip6-localhost\n'),
    }),
  });
  const storage = fixedDir(0o751, AID.root, 1028, 'EACCES', {
    emulated: {
      ...fixedDir(0o711, AID.root, AID.root, 'EACCES', {}),
      entries: () => new Map([...parts.userMounts()].map(([id, mount]) => [String(id), mount])),
    },
    self: fixedDir(0o755, AID.root, AID.root, 'EROFS', { primary: link('/storage/emulated/0') }),
  });
  return systemDir({
    bin: link('/system/bin'),
    data: dataDir(parts),
    dev: fixedDir(0o755, AID.root, AID.root, 'EACCES', {
      null: file(0o666, () => ''),
    }),
    etc: link('/system/etc'),
    proc: procDir(parts),
    sdcard: link('/storage/self/primary'),
    storage,
    system,
  });
}

function dataDir(parts: TreeParts): VirtualDir {
  const closed = () => fixedDir(0o771, AID.system, AID.system, 'EACCES', {});
  const shellFolder = (name: ShellFolder): VirtualNode => {
    const mount = parts.shellMounts.get(name);
    if (mount === undefined) throw new Error(`there is no folder ${name}`);
    return mount;
  };
  const appData = (name: ShellFolder) =>
    fixedDir(0o771, AID.system, AID.system, 'EACCES', { 'com.android.shell': shellFolder(name) });
  return fixedDir(0o771, AID.system, AID.system, 'EACCES', {
    app: { ...closed(), entries: parts.apps },
    bootchart: shellFolder('bootchart'),
    data: appData('shell-data'),
    local: fixedDir(0o751, AID.root, AID.root, 'EACCES', {
      tests: shellFolder('shell-tests'),
      tmp: shellFolder('shell'),
    }),
    media: fixedDir(0o770, AID.media_rw, AID.media_rw, 'EACCES', {}),
    misc: fixedDir(0o1771, AID.system, 9998, 'EACCES', {
      'perfetto-configs': shellFolder('perfetto-configs'),
    }),
    system: fixedDir(0o775, AID.system, AID.system, 'EACCES', {}),
    user: fixedDir(0o711, AID.system, AID.system, 'EACCES', { 0: appData('shell-data') }),
    user_de: fixedDir(0o711, AID.system, AID.system, 'EACCES', { 0: appData('shell-device-data') }),
  });
}

function procDir(parts: TreeParts): VirtualDir {
  return fixedDir(0o555, AID.root, AID.root, 'EACCES', {
    uptime: file(
      0o444,
      () => `${(parts.uptimeMs() / 1000).toFixed(2)} ${(parts.uptimeMs() / 250).toFixed(2)}\n`,
    ),
    sys: kernelDir({
      kernel: kernelDir({
        random: kernelDir({ boot_id: file(0o444, () => `${parts.bootId()}\n`) }),
      }),
    }),
  });
}

function kernelDir(entries: Record<string, VirtualNode>): VirtualDir {
  return fixedDir(0o555, AID.root, AID.root, 'EACCES', entries);
}

/** Part of the read-only image. */
function systemDir(entries: Record<string, VirtualNode>): VirtualDir {
  return fixedDir(0o755, AID.root, AID.root, 'EROFS', entries);
}

function fixedDir(
  mode: number,
  uid: number,
  gid: number,
  refusal: VirtualDir['refusal'],
  entries: Record<string, VirtualNode>,
): VirtualDir {
  const fixed = new Map(Object.entries(entries));
  return { kind: 'dir', mode, uid, gid, refusal, entries: () => fixed };
}

function file(mode: number, text: () => string): VirtualNode {
  return { kind: 'file', mode, uid: AID.root, gid: AID.root, content: () => Buffer.from(text()) };
}

function link(target: string): VirtualNode {
  return { kind: 'link', target };
}
