// One program as one file: a start then reads and compiles one module and not a thousand. A file that a package finds by its
// place on the disk stays a package.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { digest, findFreshBundle, type Manifest, manifestPath } from './fresh.mjs';

/** They load native code, or files and workers that lie beside them. */
const staysPackages = [
  '@napi-rs/canvas',
  '@napi-rs/image',
  '@node-rs/argon2',
  'bufferutil',
  'node-datachannel',
  'pdfkit',
  'pg-native',
  'pino',
  'utf-8-validate',
];
/** Programs load them at the first request that needs them. In the bundle every start would read their megabytes. */
const loadedLate = ['@simplewebauthn/server', 'mediabunny', 'nodemailer', 'oidc-provider'];
const fileName = 'main.mjs';
/** They decide about every bundle: another bundler makes another one of the same sources. */
const inputsOfAll = ['package-lock.json', 'tools/bundle/bundle-program.ts'];

/** Returns whether it had to be built. `entry` is relative to the repository: `apps/api/src/main.ts`. */
export async function bundleProgram(repoDir: string, entry: string): Promise<boolean> {
  if (findFreshBundle(repoDir, entry) !== undefined) return false;
  const dist = dirname(manifestPath(repoDir, entry));
  const half = join(dist, `half-${process.pid}`);
  // The digest is of the bytes that were read: a source that changes meanwhile makes the bundle outdated, never wrong.
  const inputs = new Map(inputsOfAll.map((name) => [name, readFileSync(join(repoDir, name), 'utf8')]));
  try {
    const build = await rolldown({
      input: join(repoDir, entry),
      platform: 'node',
      external: [...staysPackages, ...loadedLate],
      plugins: [
        takeBuiltinsAsTheyAre(),
        leaveOutCosmiconfig(),
        readSources(repoDir, join(half, fileName), inputs),
      ],
      // Packages' own circular imports are not ours to mend; errors are thrown.
      logLevel: 'silent',
    });
    await build.write({
      dir: half,
      format: 'esm',
      entryFileNames: fileName,
      // One file: what a running program loads late must not be another build's.
      codeSplitting: false,
      // Without comments and spaces a start reads half as many bytes. Names stay, because stacks show them.
      minify: { compress: false, mangle: false, codegen: true },
      sourcemap: true,
      sourcemapExcludeSources: true,
    });
    await build.close();
    putInPlace(repoDir, entry, { half, inputs });
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return true;
}

/**
 * Keeps our own sources' texts and their packages' files in `inputs`, and lets them find files as they do from their
 * own place.
 */
function readSources(repoDir: string, bundle: string, inputs: Map<string, string>): Plugin {
  return {
    name: 'read-sources',
    transform(code, id) {
      if (id.startsWith('\0')) return null;
      const name = relative(repoDir, id);
      keepPackageFile(repoDir, dirname(name), inputs);
      const installed = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0];
      if (installed !== undefined) {
        // The installed version counts, which may differ from the lockfile. A nearer package.json may have no version.
        keepPackageFile(repoDir, installed, inputs);
      } else {
        inputs.set(name, code);
        if (/\bimport\.meta\.(?!url\b|main\b)/.test(code))
          throw new Error(`${name} reads of import.meta what a bundle does not keep`);
      }
      if (!/\bimport\.meta\.(?:url|main)\b/.test(code)) return null;
      const place = JSON.stringify(relative(dirname(bundle), id));
      const moved = code
        .replaceAll(/\bimport\.meta\.url\b/g, `new URL(${place}, import.meta.url).href`)
        // Only the file that Node was started with is the main one.
        .replaceAll(/\bimport\.meta\.main\b/g, 'false');
      // Each line is the source's line, which is what a stack needs.
      return { code: moved, map: { mappings: `AAAA${';AACA'.repeat(code.split('\n').length - 1)}` } };
    },
  };
}

/**
 * Imported as modules, Node's own would be read name by name, among them what is only made when it is first read: the
 * whole of fetch behind `node:http`, 70 ms of each start.
 */
function takeBuiltinsAsTheyAre(): Plugin {
  const mark = '\0builtin:';
  return {
    name: 'take-builtins-as-they-are',
    resolveId(source, importer) {
      if (!isBuiltin(source)) return null;
      // The bundler's own helpers come first.
      const isOfBundler = importer?.startsWith('\0') === true;
      return isOfBundler ? { id: source, external: true } : { id: `${mark}${source}.cjs` };
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const name = id.slice(mark.length, -'.cjs'.length);
      return {
        code: `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`,
        moduleType: 'js',
      };
    },
  };
}

/**
 * graphile-worker searches all folders up to the root for a file of settings that it no longer knows, only to warn of it. The
 * search and its parsers are a twentieth of the API's start.
 */
function leaveOutCosmiconfig(): Plugin {
  const id = '\0cosmiconfig';
  return {
    name: 'leave-out-cosmiconfig',
    resolveId: (source) => (source === 'cosmiconfig' ? { id } : null),
    load: (loaded) =>
      loaded === id ? 'export const cosmiconfigSync = () => ({ search: () => null });' : null,
  };
}

/** Its package's `exports` say which files an import means. */
function keepPackageFile(repoDir: string, dir: string, inputs: Map<string, string>): void {
  const name = join(dir, 'package.json');
  if (inputs.has(name)) return;
  if (existsSync(join(repoDir, name))) inputs.set(name, readFileSync(join(repoDir, name), 'utf8'));
  else if (dir !== '.') keepPackageFile(repoDir, dirname(dir), inputs);
}

type Built = { half: string; inputs: Map<string, string> };

/** The manifest comes last and whole. The bundle before this one is kept: it may still run. */
function putInPlace(repoDir: string, entry: string, { half, inputs }: Built): void {
  const path = manifestPath(repoDir, entry);
  const dist = dirname(path);
  const folder = contentOf(half).slice(0, 16);
  const before = readBefore(path);
  placeFolder(half, join(dist, folder));
  const file = join(folder, fileName);
  const manifest: Manifest = {
    file,
    fileDigest: digest([[file, readFileSync(join(dist, file))]]),
    inputs: [...inputs.keys()],
    inputsDigest: digest(inputs),
  };
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(manifest)}\n`);
  renameSync(`${path}.${process.pid}`, path);
  for (const name of readdirSync(dist)) {
    // Where another bundler was first, only that one knew which bundle was before.
    const isOld = /^[0-9a-f]{16}$/.test(name) && name !== folder && name !== before && folder !== before;
    const builder = /^(?:half-|program\.json\.)(\d+)$/.exec(name)?.[1];
    const isLeftBehind = builder !== undefined && !isRunning(Number(builder));
    if (isOld || isLeftBehind) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/** A folder is named by all that is in it: one that is there and whole stays, for a program may be starting from it. */
function placeFolder(half: string, folder: string): void {
  try {
    renameSync(half, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    if (contentOf(folder) === contentOf(half)) return;
    // Damaged: nothing starts from it.
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
  }
}

/** The source map counts: the same code may come from other lines. */
function contentOf(dir: string): string {
  const names = readdirSync(dir).sort();
  return digest(names.map((name) => [name, readFileSync(join(dir, name))] as const));
}

/** The folder of the bundle that the next manifest replaces. */
function readBefore(path: string): string | undefined {
  try {
    return dirname((JSON.parse(readFileSync(path, 'utf8')) as Manifest).file);
  } catch {
    return undefined;
  }
}

/** A build that was killed leaves what it had. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
