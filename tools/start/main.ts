// npm start: runs the whole product on this machine until Ctrl-C. See docs/develop/start.md.
import { randomBytes } from 'node:crypto';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../bootstrap/refusal.mjs';
import { Terminal } from '../bootstrap/terminal.mjs';
import { findFreshBundle } from '../bundle/fresh.mjs';
import { answerOrGoOn } from '../command-line.ts';
import { isLoopback, readStartConfig, type StartConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { openEmbeddedDatabase, openOutsideDatabase, stopOrphanedDatabase } from './database.ts';
import { createDatabaseWaits } from './database-waits.ts';
import { assignDemoPhones, isDemoReady, makeDemoAccounts, markDemoReady } from './demo.ts';
import { readOrMakeOperatorKey } from './operator-key.ts';
import { chooseInnerPorts, refuseTakenPorts } from './ports.ts';
import { bundledPrograms, describeProgram, type ProgramFacts } from './programs.ts';
import { waitForPhones } from './readiness.ts';
import { readOrMakeRelayKey } from './relay-key.ts';
import { RunFailed, runToEnd } from './run-to-end.ts';
import { ensureScrcpyServer } from './scrcpy-server.ts';
import { ensureScreenReader } from './screen-reader-files.ts';
import { ensureSite, type SiteName } from './site.ts';
import { publicPorts, startBeside } from './start-command.ts';
import { Supervisor } from './supervisor.ts';

const help = `npm start: the whole product on this machine, until Ctrl-C: PostgreSQL, the customer site with its API, the
team's console, the relay, the agent with 12 virtual phones, the mailbox and the payment sandbox.

It takes no arguments. The environment sets, among others:
  PORT             4000    customer site, API and websockets
  OPERATOR_PORT    4001    the team's console, health, mail
  AGENT_PORT       4002    where agents dial in
  HOST             127.0.0.1
  POCKETFLEET_DATA ./data  database, logs, mails, phones

All settings: README.md, "Settings". What it does step by step: docs/develop/start.md.
Example: POCKETFLEET_DATA=/tmp/second PORT=4100 OPERATOR_PORT=4101 AGENT_PORT=4102 npm start`;
answerOrGoOn({ name: 'npm start', help }, process.argv.slice(2));

const phoneCount = 12;
const phonesTimeoutMs = 120_000;
const repoDir = resolve(fileURLToPath(import.meta.url), '../../..');

const terminal = new Terminal();
const stopped = new AbortController();
const databaseWaits = createDatabaseWaits();
const events = {
  onRestart: (name: string, reason: string): void => terminal.note(`${name} ${reason}; restarting it`),
  onWait: (name: string, what: string): void => {
    databaseWaits.note(name, what);
    terminal.note(what === '' ? `${name} continues` : `${name} is waiting for ${what}`);
  },
  isExcused: (): boolean => databaseWaits.isAnybodyWaiting,
  onDismissed: (name: string, reason: string): void => terminal.note(`${name} ${reason}`),
  onGiveUp: (name: string, reason: string): void =>
    void fail(`${name} keeps failing: ${reason}. Its log is in the data folder under logs/.`),
};
const supervisor = new Supervisor(events);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
// The channel closes when the launcher is killed. Ctrl-C would no longer reach us then, so we stop.
process.on('disconnect', () => void end(0));
process.on('uncaughtException', (error) => void fail(error.stack ?? error.message));
process.on(
  'unhandledRejection',
  (error) => void fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);

try {
  await startEverything();
} catch (error) {
  if (!supervisor.isStopping) {
    await fail(
      error instanceof Refusal ? error.message : `Pocketfleet could not start: ${(error as Error).message}`,
    );
  }
}

async function startEverything(): Promise<void> {
  // The time includes the launcher's downloads.
  const beganMs = Number(process.env['POCKETFLEET_BEGAN_MS']) || Date.now();
  terminal.title('Pocketfleet');
  const config = readStartConfig(process.env, repoDir);
  const release = openDataFolder(config.dataDir, await startBeside(config));
  supervisor.atTheEnd(release);
  await refuseTakenPorts(publicPorts(config), process.env['POCKETFLEET_DATA'] || undefined);
  const facts = await prepare(config);
  await runPrograms(facts);
  greet(config, Date.now() - beganMs);
  await refreshBundles(config.repoDir);
}

/** Runs after everything is ready, so that it delays no start. It makes the next start of each program shorter. */
async function refreshBundles(repoDir: string): Promise<void> {
  const stale = bundledPrograms.filter((entry) => findFreshBundle(repoDir, entry) === undefined);
  if (stale.length === 0 || supervisor.isStopping) return;
  const bundler = join(repoDir, 'tools/bundle/main.ts');
  try {
    await runToEnd(process.execPath, [bundler, ...stale], { cwd: repoDir, timeoutMs: 300_000 });
  } catch (error) {
    if (supervisor.isStopping) return;
    const output = error instanceof RunFailed ? error.output.trim() : '';
    terminal.note(`Bundling the programs failed, so they start more slowly from their sources: ${output}`);
  }
}

/** Prepares in parallel everything that the first program needs. */
async function prepare(config: StartConfig): Promise<ProgramFacts> {
  if (config.databaseUrl === undefined) await stopOrphanedDatabase(config.dataDir);
  const ports = await chooseInnerPorts(config.dataDir, phoneCount, [
    config.sitePort,
    config.operatorPort,
    config.agentPort,
  ]);
  terminal.waiting('Preparing the database, the site and the files for the phones');
  const build = async (name: SiteName, title: string) => {
    const built = await ensureSite(config.repoDir, name);
    terminal.step(title, built.isNew ? 'built' : 'unchanged');
    return built.dist;
  };
  const [database, siteDist, consoleDist, scrcpyServer, screenReader] = await Promise.all([
    openDatabase(config, ports.database),
    build('web', 'site'),
    build('console', 'console'),
    ensureScrcpyServer(config.cacheDir),
    findScreenReader(config.cacheDir),
  ]);
  return {
    config,
    ports,
    databaseUrl: database.url,
    scrcpyServer,
    screenReader,
    siteDist,
    consoleDist,
    operatorSecretsKey: readOrMakeOperatorKey(config.dataDir),
    relayKey: readOrMakeRelayKey(config.dataDir),
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
  };
}

/** Everything else works without it, so a network that is down stops no start. */
async function findScreenReader(cacheDir: string): Promise<string | undefined> {
  try {
    return await ensureScreenReader(cacheDir);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    terminal.note(`Screens can't be read as text until the next start. ${error.message}`);
    return undefined;
  }
}

async function openDatabase(config: StartConfig, port: number): Promise<{ url: string }> {
  const opening =
    config.databaseUrl === undefined
      ? openEmbeddedDatabase(config.dataDir, port, events)
      : openOutsideDatabase(config.databaseUrl);
  const database = await supervisor.keep(opening);
  terminal.step(
    'database',
    config.databaseUrl === undefined ? `PostgreSQL on 127.0.0.1:${port}` : 'DATABASE_URL',
  );
  if (database.elsewhere !== undefined) {
    terminal.note(`The database's files are in ${database.elsewhere}: its user can't enter the data folder`);
  }
  return database;
}

async function runPrograms(facts: ProgramFacts): Promise<void> {
  terminal.waiting('Starting');
  const isFirstStart = !isDemoReady(facts);
  const phones = runProgram('virtual-phones', facts, `${phoneCount}, drawn and encoded here`);
  const others = [runProgram('mailbox', facts), runProgram('payment-sandbox', facts, 'test cards only')];
  await Promise.all([runProgram('api', facts), phones, ...others]);
  // The agent's phones are not needed for it, nor it for them.
  const relay = runProgram('relay', facts);
  const enrolment = isFirstStart ? { ENROLMENT_CODE: await makeDemoAccounts(facts) } : {};
  await Promise.all([relay, runProgram('agent', facts, '', enrolment)]);
  terminal.waiting('Waiting for the phones');
  await waitForPhones(facts.config.operatorPort, phoneCount, phonesTimeoutMs, stopped.signal);
  terminal.step('phones online', `${phoneCount} of ${phoneCount}`);
  if (isFirstStart) {
    await assignDemoPhones(facts);
    markDemoReady(facts);
  }
}

async function runProgram(
  name: Parameters<typeof describeProgram>[0],
  facts: ProgramFacts,
  detail = '',
  extraEnv: Record<string, string> = {},
): Promise<void> {
  await supervisor.run(describeProgram(name, facts, extraEnv));
  if (!supervisor.isStopping) terminal.step(name.replace('-', ' '), detail);
}

function greet(config: StartConfig, tookMs: number): void {
  if (supervisor.isStopping) return;
  if (!isLoopback(config.host)) {
    terminal.note(
      `HOST is ${config.host}: everybody who reaches this machine can sign in with the demo's public passwords; mail, metrics and agents stay on loopback`,
    );
  }
  terminal.plain('');
  terminal.fact('Sign in', 'demo / Pocketfleet-demo-1');
  terminal.fact('Team', `http://localhost:${config.operatorPort}  operator / Pocketfleet-operator-1`);
  terminal.fact('Mail', `http://localhost:${config.operatorPort}/mail`);
  terminal.fact('Data', relative(process.cwd(), config.dataDir) || '.');
  terminal.fact('Started', `in ${(tookMs / 1000).toFixed(1)} s; Ctrl-C stops everything`);
  terminal.plain('');
  terminal.plain(`ready ${config.publicUrl}`);
}

async function fail(line: string): Promise<void> {
  if (supervisor.isStopping) return;
  terminal.error(line);
  await end(1);
}

async function end(code: number): Promise<void> {
  const isFirst = !supervisor.isStopping;
  stopped.abort();
  terminal.close();
  if (isFirst && code === 0) terminal.plain('\n  stopping');
  await supervisor.stop();
  process.exit(code);
}
