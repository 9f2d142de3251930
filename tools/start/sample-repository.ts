// For the supervisor's own tests: a repository with our real tools and with small programs in place of
// the product's, which keep the same contract (ready over IPC, end on SIGTERM and on a closed channel).
import { chmodSync, cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const repoDir = resolve(import.meta.dirname, '../..');

const endsInTime =
  "for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));\nsetInterval(() => {}, 1000);\n";
const readyAtOnce = `${endsInTime}process.send?.({ ready: true });\n`;

const programs: Record<string, string> = {
  'apps/mailbox/src/main.ts': readyAtOnce,
  'packages/payment-sandbox/src/main.ts': readyAtOnce,
  'packages/virtual-phone/src/main.ts': readyAtOnce,
  'apps/agent/src/main.ts': readyAtOnce,
  'apps/relay/src/main.ts': readyAtOnce,
  'apps/api/src/main.ts': `import { createServer } from 'node:http';
${endsInTime}const server = createServer((request, response) => response.end(JSON.stringify({ status: 'ready', devices_online: 12, pid: process.pid })));
server.listen(Number(process.env.OPERATOR_PORT), '127.0.0.1', () => process.send?.({ ready: true }));
`,
  'apps/api/src/demo.ts': "console.log(JSON.stringify({ enrolment_code: 'sample' }));\n",
};

/** The packages whose sources the sites are built from. */
const packages = [
  'adb-bridge',
  'adb-device',
  'cli',
  'client',
  'client-team',
  'command-line',
  'component',
  'contract',
  'rules',
  'stream-player',
  'stream-protocol',
  'ui',
];

/** Makes it in the system's folder for temporary files and returns its path. */
export function makeSampleRepository(): string {
  const dir = mkdtempSync(join(tmpdir(), 'pocketfleet-sample-'));
  // The database's user has to reach the data folder in it.
  chmodSync(dir, 0o755);
  cpSync(join(repoDir, 'tools'), join(dir, 'tools'), { recursive: true });
  symlinkSync(join(repoDir, 'node_modules'), join(dir, 'node_modules'));
  write(join(dir, 'package.json'), JSON.stringify({ private: true, type: 'module', workspaces: ['apps/*'] }));
  write(join(dir, 'package-lock.json'), '{}');
  for (const name of ['web', 'console'])
    write(
      join(dir, `apps/${name}/package.json`),
      JSON.stringify({
        name: `@pocketfleet/${name}`,
        version: '0.0.0',
        scripts: { build: 'mkdir -p dist && echo built > dist/index.html' },
      }),
    );
  for (const name of packages) mkdirSync(join(dir, 'packages', name), { recursive: true });
  for (const [path, code] of Object.entries(programs)) write(join(dir, path), code);
  return dir;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
