// npm run dev: runs the whole product like `npm start`, and beside it vite's server, which rebuilds the site
// at each change. The site is at the address that vite prints.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStart } from './start/start-run.ts';

const repoDir = resolve(fileURLToPath(import.meta.url), '../..');

const run = runStart(join(repoDir, 'tools/start/main.ts'), {});
run.child.stdout?.pipe(process.stdout);
run.child.stderr?.pipe(process.stderr);

const vite = run.ready.then((site) =>
  spawn(process.execPath, [join(repoDir, 'node_modules/vite/bin/vite.js')], {
    cwd: join(repoDir, 'apps/web'),
    env: { ...process.env, API_URL: site },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
);
vite.catch(() => {});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    vite.then((child) => child.kill('SIGTERM')).catch(() => {});
    void run.stop();
  });
}
const { code } = await run.ended;
vite.then((child) => child.kill('SIGTERM')).catch(() => {});
process.exitCode = code ?? 1;
