// <pocketfleet-phone> as a package for npm: one file without dependencies and without install scripts, with types.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packStage, versionOf } from './pack-package.ts';

const source = 'packages/component/src';

/** Returns the path of the packed file in `outDir`. */
export async function packComponent(repoDir: string, outDir: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'pocketfleet-pack-'));
  try {
    await compile(join(repoDir, source, 'index.ts'), join(stage, 'pocketfleet-phone.js'));
    writeTypes(repoDir, join(stage, 'types'));
    const manifest = {
      name: '@pocketfleet/component',
      version: versionOf(repoDir, 'packages/component'),
      description: 'A rented Android phone, live, as an element of your own page.',
      type: 'module',
      // Loading it defines the element.
      sideEffects: true,
      exports: { '.': { types: './types/index.d.ts', default: './pocketfleet-phone.js' } },
      files: ['pocketfleet-phone.js', 'types'],
    };
    return packStage(stage, manifest, join(repoDir, 'docs/use/component.md'), outDir);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function compile(input: string, file: string): Promise<void> {
  const build = await rolldown({ input, platform: 'browser', transform: { target: 'es2022' } });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
}

/** `npm run check` has checked them. */
function writeTypes(repoDir: string, outDir: string): void {
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noCheck',
    '--rewriteRelativeImportExtensions',
  ];
  const target = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const files = ['--rootDir', join(repoDir, source), '--outDir', outDir, join(repoDir, source, 'index.ts')];
  const tsc = join(repoDir, 'node_modules/typescript/bin/tsc');
  execFileSync(
    process.execPath,
    [tsc, '--ignoreConfig', ...options, ...target, '--lib', 'es2023,dom', '--types', '', ...files],
    { stdio: 'pipe' },
  );
  // The compiler leaves "./x.ts" in types, which no other reader follows.
  for (const name of readdirSync(outDir)) {
    const text = readFileSync(join(outDir, name), 'utf8');
    writeFileSync(join(outDir, name), text.replaceAll(/(from\s*["']\.\/[^"']+)\.ts(["'])/g, '$1.js$2'));
  }
}
