import { spawn } from 'node:child_process';
import { Refusal, Unreachable } from './refusal.mjs';
import { Terminal } from './terminal.mjs';

// An unreachable registry is reported within seconds; a slow one still has enough time.
const timeouts = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/**
 * @param {string[]} args
 * @param {{ cwd: string, doing: string, node?: string, onStart?: (pid: number) => void }} options `doing` is
 *   shown while npm runs; `node` runs npm, by default this process's Node; `onStart` receives npm's process id
 */
export async function runNpm(args, { cwd, doing, node = process.execPath, onStart }) {
  const [command, ...first] = npmCommand(node);
  const terminal = new Terminal(process.stderr);
  const startedMs = Date.now();
  if (!process.stderr.isTTY) terminal.plain(`  ${doing} ...`);
  terminal.waiting(doing);
  try {
    await run(command, [...first, ...args, ...quiet, ...timeouts], cwd, onStart);
    terminal.step(doing, `${Math.max(1, Math.round((Date.now() - startedMs) / 1000))} s`);
  } finally {
    terminal.close();
  }
}

/**
 * npm must run on the product's Node: it silently skips optional packages whose `engines` exclude the Node it runs on.
 * @param {string} node
 * @returns {string[]}
 */
function npmCommand(node) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return [node, script];
  return ['npm'];
}

/**
 * @param {string} command @param {string[]} args @param {string} cwd @param {((pid: number) => void) | undefined} onStart
 * @returns {Promise<void>}
 */
function run(command, args, cwd, onStart) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-20_000);
    });
    child.once('error', () =>
      fail(new Refusal('npm was not found. Install Node with npm (https://nodejs.org) and run this again.')),
    );
    child.once('close', (code) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      if (code === 0) done();
      else fail(isUnreachable(errors) ? new Unreachable(explain(errors)) : new Refusal(explain(errors)));
    });
  });
}

/** @param {string} errors */
function explain(errors) {
  if (isUnreachable(errors)) {
    return 'The package registry can not be reached, and required packages are not installed yet. Check the network (npm ping), then run the same command again.';
  }
  if (/ENOSPC/.test(errors)) return 'The disk is full. Free about 2 GB and run the same command again.';
  if (/EACCES|EPERM|EROFS/.test(errors))
    return 'npm can not write here. Make the folder of this repository writable and run the same command again.';
  const line = errors
    .split('\n')
    .find((text) => /npm (error|ERR!) +(?!code |syscall |errno |path |dest )\S/.test(text));
  return `npm failed: ${line?.replace(/npm (error|ERR!)\s*/, '').trim() || 'no reason given'}. Run the same command again.`;
}

/** @param {string} errors */
function isUnreachable(errors) {
  return /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|network request/i.test(errors);
}
