// A lock file that names the processes which hold it, so that a lock left by `kill -9` is found to be stale.
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Refusal } from './refusal.mjs';

/** @typedef {{ pid: number, started: string }} Holder */

/**
 * Takes the lock, or returns the process that holds it. `shareWith` adds a holder: a child process that must keep the
 * lock when this process is killed.
 * @param {string} file
 * @returns {{ release: () => void, shareWith: (pid: number) => void, heldBy?: undefined } | { heldBy: number }}
 */
export function tryLock(file) {
  const own = `${file}.${process.pid}`;
  writeHolders(own, [process.pid]);
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryLink(own, file)) {
        return {
          release: () => rmSync(file, { force: true }),
          shareWith: (pid) => {
            writeHolders(own, [process.pid, pid]);
            renameSync(own, file);
          },
        };
      }
      const text = readText(file);
      const holder = parseHolders(text).find(isAlive);
      if (holder !== undefined) return { heldBy: holder.pid };
      setAside(file, text);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new Refusal(`The lock ${file} can not be taken. Delete it if nothing is running, and start again.`);
}

/**
 * A link is created at once, and fails if the name is taken, so nobody can read a partial lock.
 * @param {string} from @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Another start may have removed it and taken the lock meanwhile: then the file that was moved
 * aside is that start's lock, and is put back.
 * @param {string} file @param {string} staleText
 */
function setAside(file, staleText) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return;
  }
  if (readText(aside) !== staleText) tryLink(aside, file);
  rmSync(aside, { force: true });
}

/** @param {string} file @param {number[]} pids */
function writeHolders(file, pids) {
  writeFileSync(file, JSON.stringify(pids.map((pid) => ({ pid, started: startTimeOf(pid) }))));
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} text @returns {Holder[]} */
function parseHolders(text) {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return [];
  }
}

/**
 * Process ids are reused, so the start time tells two processes with one id apart.
 * @param {Holder} holder
 */
function isAlive(holder) {
  const started = startTimeOf(holder.pid);
  return started !== '' && started === holder.started;
}

/** @param {number} pid */
function startTimeOf(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain spaces; the 22nd is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isZombie = fields[0] === 'Z';
    return isZombie ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
