// The customers' command line as a package for npm: one file without dependencies and without install scripts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packStage, versionOf } from './pack-package.ts';

const bin = 'bin/pocketfleet.mjs';
/** Native additions to ws, which works without them. */
const leftOut = ['bufferutil', 'utf-8-validate'];

/** Returns the path of the packed file in `outDir`. */
export async function packCli(repoDir: string, outDir: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'pocketfleet-pack-'));
  try {
    await bundle(repoDir, stage);
    const manifest = {
      name: 'pocketfleet',
      version: versionOf(repoDir, 'packages/cli'),
      description: 'Rented Android phones on the command line and in your own adb.',
      type: 'module',
      bin: { pocketfleet: bin },
      files: ['bin'],
      engines: { node: '>=20.3' },
    };
    return packStage(stage, manifest, join(repoDir, 'docs/use/command-line.md'), outDir);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function bundle(repoDir: string, stage: string): Promise<void> {
  const build = await rolldown({
    input: join(repoDir, 'packages/cli/src/main.ts'),
    platform: 'node',
    external: leftOut,
    transform: { target: 'node20' },
    // Packages' own circular imports are not ours to mend; errors are thrown.
    logLevel: 'silent',
  });
  await build.write({ file: join(stage, bin), format: 'esm', codeSplitting: false });
  await build.close();
}
