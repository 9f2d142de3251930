import { posix } from 'node:path';
import { AID, type Mount, type VirtualDir, type VirtualNode, virtualDir, virtualFile } from './node.ts';
import systemFolders from './system-folders.json' with { type: 'json' };

/** The parts of the tree that change while the phone runs. */
export interface TreeParts {
  /** `build.prop`. */
  properties(): readonly (readonly [string, string])[];
  /** Shared storage of each Android user by number. */
  userMounts(): ReadonlyMap<number, Mount>;
  /** Folders outside of the shared storage that shell may write to, by path. */
  readonly shellMounts: ReadonlyMap<string, Mount>;
  /** Folders of /data/app by name: where installed packages lie. */
  apps(): ReadonlyMap<string, VirtualNode>;
  uptimeMs(): number;
  /** Random, new with each boot. */
  bootId(): string;
  /** File names of /system/bin. */
  readonly commandNames: readonly string[];
}

const { root, system } = AID;
/** Parts of the read-only image. */
const IMAGE = /^\/(?:system|storage\/self)(?:\/|$)/;

const LINKS = [
  ['/bin', '/system/bin'],
  ['/etc', '/system/etc'],
  ['/sdcard', '/storage/self/primary'],
  ['/storage/self/primary', '/storage/emulated/0'],
] as const;

/** Runs a command by its name; without arguments, lists the names. */
const TOYBOX = '#!/system/bin/sh\nif [ $# = 0 ]; then ls /system/bin; else name=$1; shift; $name "$@"; fi\n';

/** Android's directory tree as the shell user sees it on a phone without root. */
export function androidTree(parts: TreeParts): VirtualDir {
  const top = new Map<string, VirtualNode>();
  const folders = new Map([['/', top]]);
  const put = (path: string, node: VirtualNode) =>
    folders.get(posix.dirname(path))?.set(posix.basename(path), node);
  const putFile = (path: string, mode: number, text: () => string) =>
    put(
      path,
      virtualFile(mode, root, () => Buffer.from(text())),
    );

  // Folders that shell can't write to, parents first.
  for (const { path, mode, uid, gid } of systemFolders) {
    const entries = new Map<string, VirtualNode>();
    folders.set(path, entries);
    put(
      path,
      virtualDir(Number.parseInt(mode, 8), uid, gid, () => entries, IMAGE.test(path) ? 'EROFS' : 'EACCES'),
    );
  }
  const users = () => new Map([...parts.userMounts()].map(([id, mount]) => [String(id), mount]));
  put('/storage/emulated', virtualDir(0o711, root, root, users));
  put('/data/app', virtualDir(0o771, system, system, parts.apps));
  for (const [path, mount] of parts.shellMounts) put(path, mount);
  for (const [path, target] of LINKS) put(path, { kind: 'link', target });

  putFile('/dev/null', 0o666, () => '');
  putFile('/proc/sys/kernel/random/boot_id', 0o444, () => `${parts.bootId()}\n`);
  const seconds = (perSecond: number) => ((parts.uptimeMs() * perSecond) / 1000).toFixed(2);
  putFile('/proc/uptime', 0o444, () => `${seconds(1)} ${seconds(4)}\n`);
  const fixed = () => parts.properties().filter(([key]) => key.startsWith('ro.'));
  putFile('/system/etc/hosts', 0o644, () => '127.0.0.1       localhost\n::1             ip6-localhost\n');
  putFile('/system/build.prop', 0o600, () =>
    fixed()
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  // The interpreter runs commands of /bin by itself. A call by another path runs these scripts, which call the command.
  for (const name of parts.commandNames) {
    const script = name === 'toybox' ? TOYBOX : `#!/system/bin/sh\n${name} "$@"\n`;
    putFile(`/system/bin/${name}`, 0o755, () => script);
  }
  return virtualDir(0o755, root, root, () => top, 'EROFS');
}
