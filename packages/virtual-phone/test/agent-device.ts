// The genuine command line of agent-device, from a folder and a lockfile of its own. Tests alone install it, once on a machine.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNpm } from '../../../tools/bootstrap/npm.mjs';
import { Unreachable } from '../../../tools/bootstrap/refusal.mjs';

const source = resolve(import.meta.dirname, 'agent-device');

/** The path of the program, installed once and kept in `cacheDir`; or why there is none. */
export async function ensureAgentDevice(cacheDir: string): Promise<{ program: string } | { reason: string }> {
  const lockfile = readFileSync(join(source, 'package-lock.json'));
  const all = join(cacheDir, 'agent-device');
  const kept = join(all, createHash('sha256').update(lockfile).digest('hex').slice(0, 16));
  const program = join(kept, 'node_modules/agent-device/bin/agent-device.mjs');
  if (existsSync(program)) return { program };
  mkdirSync(all, { recursive: true });
  const half = mkdtempSync(join(all, 'half-'));
  try {
    for (const name of ['package.json', 'package-lock.json'])
      copyFileSync(join(source, name), join(half, name));
    await runNpm(['ci'], { cwd: half, doing: 'Installing agent-device for the tests (once, some seconds)' });
    moveOnce(half, kept);
    return { program };
  } catch (error) {
    // Everything else, a wrong hash above all, is no reason to go on.
    if (error instanceof Unreachable)
      return { reason: 'agent-device is not installed, and the package registry can not be reached' };
    throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** Another run may have been first. */
function moveOnce(half: string, kept: string): void {
  try {
    renameSync(half, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}
