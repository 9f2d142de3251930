// npm run check: style, rules of React, types, and who may import whom. Fast enough to run before each commit.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerOrGoOn } from './command-line.ts';
import { findViolations } from './dependency-rules/find-violations.ts';
import { dependencyRules } from './dependency-rules/rules.ts';

type Outcome = { readonly isGreen: boolean; readonly output: string };
type Check = { readonly name: string; run(): Promise<Outcome> };

const help = `npm run check: style, rules of React, types, who may import whom, unused code. It takes no arguments and changes nothing;
npx biome check --write . mends style. Exit 0: green. 1: something is red. 2: an argument it does not know.`;
answerOrGoOn({ name: 'npm run check', help }, process.argv.slice(2));

const repoDir = resolve(fileURLToPath(import.meta.url), '../..');

const checks: Check[] = [
  { name: 'style (biome)', run: () => runTool('biome', ['ci', '--colors=off', '--diagnostic-level=error']) },
  {
    name: 'rules of React (oxlint)',
    run: () => runTool('oxlint', ['apps/web', 'apps/console', 'packages/ui']),
  },
  { name: 'types: node', run: () => checkTypes('tsconfig.json') },
  { name: 'types: pure packages', run: () => checkTypes('tsconfig.pure.json') },
  { name: 'types: browser', run: () => checkTypes('tsconfig.web.json') },
  { name: 'who imports whom', run: checkDependencies },
  {
    name: 'unused code (knip)',
    run: () =>
      runTool('knip', [
        '--no-progress',
        '--no-config-hints',
        '--include=files,dependencies,unlisted,exports,types',
      ]),
  },
];

let red = 0;
for (const check of checks) {
  const startedMs = Date.now();
  const { isGreen, output } = await check.run();
  const seconds = `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  console.log(`${isGreen ? '✓' : '✗'} ${check.name.padEnd(24)}${seconds}`);
  if (isGreen) continue;
  red += 1;
  console.log(indent(output));
}
console.log(red === 0 ? 'check is green' : `${red} of ${checks.length} checks failed`);
process.exitCode = red === 0 ? 0 : 1;

async function checkDependencies(): Promise<Outcome> {
  const violations = await findViolations(repoDir);
  const lines = violations.map(({ rule, from, to }) => {
    const comment = dependencyRules.find((each) => each.name === rule)?.comment ?? '';
    return `${from}\n  imports ${to}\n  ${rule}: ${comment}`;
  });
  return { isGreen: lines.length === 0, output: lines.join('\n') };
}

/**
 * One checker only: each checker would check the shared declarations again, which costs more than it saves on busy
 * cores. A high GOGC saves garbage collections; the process ends before it needs the memory.
 */
function checkTypes(project: string): Promise<Outcome> {
  return runTool('tsc', ['-p', project, '--checkers', '1'], { GOGC: '400' });
}

function runTool(name: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const program = join(repoDir, 'node_modules', '.bin', name);
  if (!existsSync(program))
    return Promise.resolve({ isGreen: false, output: `${name} is not installed: run npm ci` });
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: repoDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(0, 40_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('close', (code) => done({ isGreen: code === 0, output }));
  });
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
