// Creates the demo: accounts with an enrolment code for the agent, then the customer's phones.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './data-folder.ts';
import { apiEnv, compileCache, type ProgramFacts } from './programs.ts';
import { RunFailed, runToEnd } from './run-to-end.ts';

/**
 * The demo is created once for each data folder, because creating it again would take a second
 * and undo the user's changes. An external database may have been emptied, so its demo is always checked.
 */
export function isDemoReady({ config }: ProgramFacts): boolean {
  const done = readJson(stampPath(config.dataDir)) as { done?: unknown } | undefined;
  return done?.done === true && config.databaseUrl === undefined && existsSync(join(config.dataDir, 'agent'));
}

export function markDemoReady({ config }: ProgramFacts): void {
  writeJson(stampPath(config.dataDir), { done: true });
}

/** Returns the agent's enrolment code. */
export async function makeDemoAccounts(facts: ProgramFacts): Promise<string> {
  const isAgentNew = !existsSync(join(facts.config.dataDir, 'agent', 'host.json'));
  const output = await runDemo(facts, 'accounts', isAgentNew ? ['new-agent'] : []);
  const lastLine = output.trim().split('\n').at(-1) ?? '';
  const answer = JSON.parse(lastLine) as { enrolment_code?: unknown };
  if (typeof answer.enrolment_code !== 'string') throw new Error('demo.ts accounts gave no enrolment code');
  return answer.enrolment_code;
}

/** Assigns phones to the demo customer. They must be online. */
export async function assignDemoPhones(facts: ProgramFacts): Promise<void> {
  await runDemo(facts, 'assign');
}

async function runDemo(
  facts: ProgramFacts,
  step: 'accounts' | 'assign',
  options: readonly string[] = [],
): Promise<string> {
  const entry = join(facts.config.repoDir, 'apps/api/src/demo.ts');
  try {
    return await runToEnd(process.execPath, [entry, step, ...options], {
      cwd: facts.config.repoDir,
      env: { ...apiEnv(facts), ...compileCache(facts.config) },
      timeoutMs: 90_000,
    });
  } catch (cause) {
    const output = cause instanceof RunFailed ? cause.output : '';
    const line = output.split('\n').find((text) => /Error\b/.test(text)) ?? (cause as Error).message;
    throw new Error(`The demo's step "${step}" failed: ${line}`, { cause });
  }
}

function stampPath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
