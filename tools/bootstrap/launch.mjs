// The first part of each command: installs Node 24 and the packages, then runs the command itself in TypeScript. It
// runs on the machine's own Node (18 or newer), so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseCacheDir } from './cache-dir.mjs';
import { ensureNode } from './node-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { Refusal } from './refusal.mjs';

const repoDir = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * @param {string} entry TypeScript file, relative to the repository
 * @param {string[]} args its command-line arguments
 */
export async function launch(entry, args) {
  process.env.POCKETFLEET_BEGAN_MS = String(Date.now());
  try {
    requireNode18();
    stopWithNpm();
    const cacheDir = chooseCacheDir(repoDir);
    process.env.POCKETFLEET_CACHE = cacheDir;
    const node = await ensureNode(cacheDir);
    // npm and its child processes must find the same Node.
    process.env.PATH = `${dirname(node)}:${process.env.PATH ?? ''}`;
    await ensurePackages(repoDir, node);
    await runProgram(node, join(repoDir, entry), args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function requireNode18() {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < 18) throw new Refusal(`Node ${process.versions.node} is too old. Install Node 18 or newer.`);
  if (process.platform === 'win32')
    throw new Refusal('Pocketfleet runs on Linux and macOS. On Windows, use WSL.');
}

/** Stops this command when npm was killed, because Ctrl-C would no longer reach it. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/**
 * @param {string} node
 * @param {string} entryPath
 * @param {string[]} args
 */
async function runProgram(node, entryPath, args) {
  if (node === process.execPath) {
    process.argv = [node, entryPath, ...args];
    await import(pathToFileURL(entryPath).href);
    return;
  }
  // The IPC channel closes when this launcher is killed, and the program then stops.
  const child = spawn(node, [entryPath, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const code = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (status, signal) => done(status ?? (signal === 'SIGINT' ? 130 : 1)));
  });
  process.exit(code);
}
