// npm leaves a platform's optional package out of the lockfile when the registry did not have it while the lockfile
// was written. `npm ci` then refuses the lockfile on each machine.

/** The fields of package-lock.json (version 3) that are used here. */
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

/** The missing entries by their keys, one for each optional dependency with an exact version. */
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

/** Resolves like Node: in the owner's folder, then in each parent. */
function isLocked(lockfile: Lockfile, owner: string, name: string): boolean {
  for (let folder = owner; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const key = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lockfile.packages[key] !== undefined) return true;
    if (folder === '') return false;
  }
}

/** The platform is part of such a package's name. Without it in the entry, npm would install all of them. */
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
