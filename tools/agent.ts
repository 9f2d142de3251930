// npm run pocketfleet-agent -- join ADDRESS CODE: runs the agent from a checkout. Downloads and verifies the
// files for the phones first.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { ensureScrcpyServer } from './start/scrcpy-server.ts';
import { ensureScreenReader } from './start/screen-reader-files.ts';

const repoDir = resolve(import.meta.dirname, '..');
const cacheDir = process.env['POCKETFLEET_CACHE'] ?? resolve(repoDir, '.cache');

const entry = resolve(repoDir, 'apps/agent/src/pocketfleet-agent.ts');
const child = spawn(process.execPath, [entry, ...process.argv.slice(2)], {
  env: {
    ...process.env,
    SCRCPY_SERVER: await ensureScrcpyServer(cacheDir),
    SCREEN_READER: await ensureScreenReader(cacheDir),
  },
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (status) => process.exit(status ?? 1));
