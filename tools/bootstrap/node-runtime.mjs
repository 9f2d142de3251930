// Installs Node through npm: its platform packages contain the binary and need no install script. See docs/decisions/001-node-through-npm.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { Refusal } from './refusal.mjs';

const nodeVersion = '24.21.0';
const major = nodeVersion.split('.')[0];

/**
 * @param {string} cacheDir
 * @returns {Promise<string>} path of a working Node 24 binary
 */
export async function ensureNode(cacheDir) {
  if (process.versions.node.split('.')[0] === major) return process.execPath;
  const home = join(cacheDir, 'node', nodeVersion);
  const binary = join(home, 'bin', 'node');
  if (works(binary)) return binary;
  const packageName = `node-${process.platform}-${process.arch}`;
  mkdirSync(join(cacheDir, 'node'), { recursive: true });
  const temporary = mkdtempSync(join(cacheDir, 'node', 'half-'));
  try {
    writeFileSync(join(temporary, 'package.json'), '{"private":true}');
    await runNpm(['install', '--no-save', '--no-package-lock', `${packageName}@${nodeVersion}`], {
      cwd: temporary,
      doing: `Downloading Node ${nodeVersion} (this machine has ${process.versions.node})`,
    });
    const unpacked = join(temporary, 'node_modules', packageName);
    if (!works(join(unpacked, 'bin', 'node'))) {
      throw new Refusal(
        `There is no Node ${nodeVersion} that runs on ${process.platform}-${process.arch}. Install Node ${major} yourself and run this again.`,
      );
    }
    replace(unpacked, home, binary);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return binary;
}

/** @param {string} binary */
function works(binary) {
  if (!existsSync(binary)) return false;
  const result = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return result.status === 0 && result.stdout.trim() === `v${nodeVersion}`;
}

/**
 * Another start may install the same version at the same moment; either copy is right.
 * @param {string} unpacked @param {string} home @param {string} binary
 */
function replace(unpacked, home, binary) {
  rmSync(home, { recursive: true, force: true });
  try {
    renameSync(unpacked, home);
  } catch (error) {
    if (!works(binary)) throw error;
  }
}
