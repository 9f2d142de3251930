import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runNpm } from './npm.mjs';
import { Refusal } from './refusal.mjs';

const installTimeoutMs = 15 * 60_000;

/**
 * Makes node_modules what the lockfile says. The stamp is written after success only, so an install that
 * was cut off is found and done again.
 * @param {string} repoDir
 * @param {string} node the Node that runs npm, and later the product
 */
export async function ensurePackages(repoDir, node = process.execPath) {
  const wanted = stampFor(repoDir);
  if (isInstalled(repoDir, wanted)) return;
  const { shareWith, unlock } = await lock(repoDir);
  try {
    if (isInstalled(repoDir, wanted)) return;
    const doing = 'Installing packages (once, about a minute)';
    await runNpm(['ci'], { cwd: repoDir, doing, node, onStart: shareWith });
    writeFileSync(stampFile(repoDir), wanted);
  } finally {
    unlock();
  }
}

/**
 * The last number counts the ways of installing: raise it where the same lockfile would give other files.
 * @param {string} repoDir
 */
function stampFor(repoDir) {
  const lockfile = readFileSync(join(repoDir, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${process.platform}-${process.arch} 2\n`;
}

/** @param {string} repoDir */
function stampFile(repoDir) {
  return join(repoDir, 'node_modules', '.pocketfleet-installed');
}

/** @param {string} repoDir @param {string} wanted */
function isInstalled(repoDir, wanted) {
  return existsSync(stampFile(repoDir)) && readFileSync(stampFile(repoDir), 'utf8') === wanted;
}

/**
 * Two commands at once must not both write node_modules. The lock names the processes that hold it: when we are
 * killed, an npm that lives on still holds it.
 * @param {string} repoDir
 * @returns {Promise<{ shareWith: (pid: number) => void, unlock: () => void }>}
 */
async function lock(repoDir) {
  const file = join(repoDir, '.cache', 'installing');
  const mine = `${file}.${process.pid}`;
  for (let waitedMs = 0; waitedMs < installTimeoutMs; waitedMs += 500) {
    try {
      mkdirSync(join(repoDir, '.cache'), { recursive: true });
      writeFileSync(mine, String(process.pid));
      // A link appears whole or not at all: nobody can read a lock that is still empty.
      linkSync(mine, file);
      return {
        shareWith: (pid) => {
          writeFileSync(mine, `${process.pid} ${pid}`);
          renameSync(mine, file);
        },
        unlock: () => rmSync(file, { force: true }),
      };
    } catch (error) {
      if (error.code !== 'EEXIST')
        throw new Refusal(`${repoDir} can not be written. Make it yours and run this again.`);
    } finally {
      rmSync(mine, { force: true });
    }
    if (!isAlive(file)) rmSync(file, { force: true });
    else await wait(500);
  }
  throw new Refusal(
    `Another install has been running for long. If it is not, delete ${file} and run this again.`,
  );
}

/** @param {string} file */
function isAlive(file) {
  try {
    return readFileSync(file, 'utf8').split(' ').some(isRunning);
  } catch {
    return false;
  }
}

/** @param {string} pid */
function isRunning(pid) {
  try {
    process.kill(Number.parseInt(pid, 10), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
