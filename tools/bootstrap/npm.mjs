import { spawn } from 'node:child_process';
import { showProgress } from './progress.mjs';
import { Refusal } from './refusal.mjs';

// A registry that is not there is found out in seconds; a slow one still gets its time.
const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/**
 * @param {string[]} args
 * @param {{ cwd: string, doing: string, node?: string, onStart?: (pid: number) => void }} options `doing` is
 *   shown while npm runs; `node` is the Node that runs npm, by default this process's own; `onStart` receives
 *   npm's process id, because npm outlives this process when it is killed
 * @returns {Promise<string>} what npm printed
 */
export async function runNpm(args, { cwd, doing, node = process.execPath, onStart }) {
  const [command, ...first] = npmCommand(node);
  const progress = showProgress(doing);
  try {
    const output = await run(command, [...first, ...args, ...quiet, ...patience], cwd, onStart);
    progress.done();
    return output;
  } catch (error) {
    progress.failed();
    throw error;
  }
}

/**
 * npm leaves out optional packages whose `engines` exclude the Node that it runs on, and says nothing of it.
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
 * @returns {Promise<string>}
 */
function run(command, args, cwd, onStart) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onStart?.(child.pid);
    const stop = () => child.kill('SIGTERM');
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    let output = '';
    let problems = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      problems = (problems + chunk).slice(-20_000);
    });
    child.once('error', () =>
      fail(new Refusal('npm was not found. Install Node with npm (https://nodejs.org) and run this again.')),
    );
    child.once('close', (code) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      if (code === 0) done(output);
      else fail(new Refusal(explain(problems)));
    });
  });
}

/** @param {string} problems */
function explain(problems) {
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|network request/i.test(problems)) {
    return 'The package registry can not be reached, and something that is needed is not installed yet. Check the network (npm ping), then run the same command again.';
  }
  if (/ENOSPC/.test(problems)) return 'The disk is full. Free about 2 GB and run the same command again.';
  if (/EACCES|EPERM|EROFS/.test(problems))
    return 'npm may not write here. Make the folder of this repository yours and run the same command again.';
  const line = problems
    .split('\n')
    .find((text) => /npm (error|ERR!) +(?!code |syscall |errno |path |dest )\S/.test(text));
  return `npm could not finish: ${line?.replace(/npm (error|ERR!)\s*/, '').trim() || 'no reason given'}. Run the same command again.`;
}
