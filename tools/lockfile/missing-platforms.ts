// npm leaves a platform's optional package out of the lockfile when the registry that wrote the lockfile
// did not have it, and `npm ci` then refuses the lockfile on every machine.

/** The part of package-lock.json (version 3) that we read. */
export type Lockfile = { packages: Record<string, LockedPackage> };
type LockedPackage = {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

/** Entries to add, by their key: one for each optional dependency with an exact version that has none. */
export function missingPlatforms(lockfile: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [owner, locked] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      const isExact = /^\d+\.\d+\.\d+[\w.+-]*$/.test(version);
      if (!isExact || isLocked(lockfile, owner, name)) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(locked.dev === true && { dev: true }),
        optional: true,
        ...platformOf(name),
      };
    }
  }
  return missing;
}

/** Node's resolution: the owner's own folder, then each one above it. */
function isLocked(lockfile: Lockfile, owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const key = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lockfile.packages[key] !== undefined) return true;
    if (folder === '') return false;
  }
}

/** Such packages carry their platform in the name: without it npm would install every one of them. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'].find((each) =>
    words.includes(each),
  );
  const cpu = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'].find((each) =>
    words.includes(each),
  );
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  if (os === undefined || cpu === undefined)
    throw new Error(`${name} does not name its platform: add it to the lockfile by hand`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  return { cpu: [cpu], os: [os], ...(isMusl && { libc: ['musl'] }) };
}
