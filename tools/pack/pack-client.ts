// The client library as a package for npm: compiled, with types, without dependencies and without install scripts. Node gets
// a websocket that can hold back; browsers use their own.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { packStage, versionOf } from './pack-package.ts';

/** Native additions to ws, which works without them. */
const leftOut = ['bufferutil', 'utf-8-validate'];
const source = 'packages/client/src';

/** Returns the path of the packed file in `outDir`. */
export async function packClient(repoDir: string, outDir: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'pocketfleet-pack-'));
  try {
    const [index, node] = [join(repoDir, source, 'index.ts'), join(repoDir, source, 'node/node.ts')];
    await compile({ index, node }, 'node', join(stage, 'node'));
    await compile({ index }, 'browser', join(stage, 'browser'));
    await bundleTypes(repoDir, stage);
    return packStage(stage, manifestOf(repoDir), join(repoDir, 'docs/use/client.md'), outDir);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function manifestOf(repoDir: string): Parameters<typeof packStage>[1] {
  return {
    name: '@pocketfleet/client',
    version: versionOf(repoDir, 'packages/client'),
    description: 'Rented Android phones from your own programs: calls, events, files, shells and screens.',
    type: 'module',
    sideEffects: false,
    exports: {
      '.': {
        types: './types/index.d.ts',
        node: './node/index.js',
        default: './browser/index.js',
      },
      './node': { types: './types/node.d.ts', default: './node/node.js' },
    },
    files: ['node', 'browser', 'types'],
    engines: { node: '>=20.3' },
  };
}

async function compile(
  input: Record<string, string>,
  platform: 'node' | 'browser',
  dir: string,
): Promise<void> {
  const build = await rolldown({
    input,
    platform,
    external: leftOut,
    transform: { target: platform === 'node' ? 'node20' : 'es2022' },
    // Packages' own circular imports are not ours to mend; errors are thrown.
    logLevel: 'silent',
  });
  await build.write({ dir, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await build.close();
}

/** The compiler writes the types of each file; the bundler puts together what the entries show, with zod's types in them. */
async function bundleTypes(repoDir: string, stage: string): Promise<void> {
  // In the repository, so that other packages' types are found.
  mkdirSync(join(repoDir, 'dist'), { recursive: true });
  const written = mkdtempSync(join(repoDir, 'dist/types-'));
  try {
    const config = join(written, 'tsconfig.json');
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(repoDir, 'tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          // `npm run check` has checked them.
          noCheck: true,
          rewriteRelativeImportExtensions: true,
          rootDir: repoDir,
          outDir: written,
          // Packages that are found by way of node_modules count as foreign, and their types are not written.
          paths: { '@pocketfleet/*': [join(repoDir, 'packages/*/src/index.ts')] },
        },
        include: [],
        files: [join(repoDir, source, 'index.ts'), join(repoDir, source, 'node/node.ts')],
      }),
    );
    execFileSync(process.execPath, [join(repoDir, 'node_modules/typescript/bin/tsc'), '-p', config], {
      stdio: 'pipe',
    });
    linkWritten(written);
    const build = await rolldown({
      input: {
        index: join(written, source, 'index.d.ts'),
        node: join(written, source, 'node/node.d.ts'),
      },
      plugins: [dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })],
      external: /^node:/,
      logLevel: 'silent',
    });
    await build.write({ dir: join(stage, 'types'), format: 'esm' });
    await build.close();
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}

/** The compiler leaves "./x.ts" in types, which no other reader follows. And our own packages are found among the written types. */
function linkWritten(written: string): void {
  for (const name of readdirSync(join(written, 'packages'))) {
    const dir = join(written, 'packages', name);
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.d.ts')) continue;
      const path = join(dir, file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replaceAll(/((?:from|import\()\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g, '$1.js$2'));
    }
    const manifest = { name: `@pocketfleet/${name}`, type: 'module', types: './src/index.d.ts' };
    writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(written, 'node_modules/@pocketfleet'), { recursive: true });
    symlinkSync(dir, join(written, 'node_modules/@pocketfleet', name));
  }
}
