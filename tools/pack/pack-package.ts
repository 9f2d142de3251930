// Makes a package for npm of a staged folder.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function versionOf(repoDir: string, packageDir: string): string {
  const source = readFileSync(join(repoDir, packageDir, 'package.json'), 'utf8');
  return (JSON.parse(source) as { version: string }).version;
}

/** Returns the path of the packed file in `outDir`. `guide` becomes the README. */
export function packStage(
  stage: string,
  manifest: { name: string; version: string; [field: string]: unknown },
  guide: string,
  outDir: string,
): string {
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(guide, join(stage, 'README.md'));
  mkdirSync(outDir, { recursive: true });
  execFileSync('npm', ['pack', stage, '--ignore-scripts', '--offline', '--pack-destination', outDir], {
    stdio: 'pipe',
  });
  return join(outDir, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
}
