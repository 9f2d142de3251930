import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tryLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { Refusal } from './refusal.mjs';

const installTimeoutMs = 15 * 60_000;

/**
 * Installs the lockfile's packages unless they are installed. The stamp file is written after success only, so an
 * installation that was interrupted is repeated.
 * @param {string} repoDir
 * @param {string} node runs npm, and later the product
 */
export async function ensurePackages(repoDir, node = process.execPath) {
  const stamp = computeStamp(repoDir);
  if (isInstalled(repoDir, stamp)) return;
  const { shareWith, release } = await lock(repoDir);
  try {
    if (isInstalled(repoDir, stamp)) return;
    const doing = 'Installing packages (once, about a minute)';
    await runNpm(['ci'], { cwd: repoDir, doing, node, onStart: shareWith });
    writeFileSync(stampFile(repoDir), stamp);
  } finally {
    release();
  }
}

/**
 * Raise the last number when the same lockfile would be installed as other files.
 * @param {string} repoDir
 */
function computeStamp(repoDir) {
  const lockfile = readFileSync(join(repoDir, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${process.platform}-${process.arch} 2\n`;
}

/** @param {string} repoDir */
function stampFile(repoDir) {
  return join(repoDir, 'node_modules', '.pocketfleet-installed');
}

/** @param {string} repoDir @param {string} stamp */
function isInstalled(repoDir, stamp) {
  return existsSync(stampFile(repoDir)) && readFileSync(stampFile(repoDir), 'utf8') === stamp;
}

/**
 * Two commands must not write node_modules at the same time. npm goes on when this process is killed, so it holds the
 * lock as well.
 * @param {string} repoDir
 */
async function lock(repoDir) {
  const file = join(repoDir, '.cache', 'installing');
  for (let waitedMs = 0; waitedMs < installTimeoutMs; waitedMs += 500) {
    const taken = tryLockIn(repoDir, file);
    if (taken.heldBy === undefined) return taken;
    await wait(500);
  }
  throw new Refusal(
    `Another installation has been running for 15 minutes. If it is not, delete ${file} and run the same command again.`,
  );
}

/** @param {string} repoDir @param {string} file */
function tryLockIn(repoDir, file) {
  try {
    mkdirSync(join(repoDir, '.cache'), { recursive: true });
    return tryLock(file);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${repoDir} is not writable. Make it writable and run the same command again.`);
  }
}
