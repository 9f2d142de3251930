// The product as `npm start` runs it, in separate parts: the database and every program can be stopped and started, the
// agent's link cut, the disk filled, the clock moved.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { initCluster } from '../../tools/postgres/init-cluster.ts';
import { type PostgresServer, startPostgres } from '../../tools/postgres/postgres-server.ts';
import { settingsForKeeps } from '../../tools/postgres/settings.ts';
import { ChildProgram } from '../../tools/start/child-program.ts';
import { readStartConfig } from '../../tools/start/config.ts';
import { assignDemoPhones, makeDemoAccounts } from '../../tools/start/demo.ts';
import { chooseInnerPorts } from '../../tools/start/ports.ts';
import { describeProgram, type ProgramFacts, type ProgramName } from '../../tools/start/programs.ts';
import { waitForPhones } from '../../tools/start/readiness.ts';
import { readOrMakeRelayKey } from '../../tools/start/relay-key.ts';
import { ensureScrcpyServer } from '../../tools/start/scrcpy-server.ts';
import { ensureScreenReader } from '../../tools/start/screen-reader-files.ts';
import { ensureSite } from '../../tools/start/site.ts';
import type { Product } from './customers.ts';
import { type Link, startLink } from './link.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { makeSteppedClock, type SteppedClock } from './stepped-clock.ts';

export const phoneCount = 12;
const repoDir = resolve(import.meta.dirname, '../..');
const graceMs = 3_000;
const databaseAgainMs = 500;

export type ProductInParts = Product & {
  readonly link: Link;
  readonly disk: SmallDisk;
  readonly clock: SteppedClock;
  /** Kills it; its supervisor starts it again at once. */
  kill(name: ProgramName | 'database'): void;
  /** Stops it until `start`. */
  stop(name: ProgramName | 'database'): Promise<void>;
  start(name: ProgramName | 'database'): Promise<void>;
  setPhone(tag: string, faults: object): Promise<void>;
  end(): Promise<void>;
};

export async function startInParts(): Promise<ProductInParts> {
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-plugs-'));
  chmodSync(place, 0o711);
  const clockDir = join(place, 'clock');
  const clock = makeSteppedClock(clockDir);
  const disk = mountSmallDisk(join(place, 'disk'));
  const database = await keepDatabase(join(disk.path, 'postgres'), clock);
  const linkPort = await findFreePort();
  const phoneControlPort = await findFreePort();
  const facts = await gatherFacts(join(disk.path, 'data'), database.url);
  const relayLinkPort = await findFreePort();
  const link = joinLinks([
    await startLink(linkPort, facts.config.agentPort),
    await startLink(relayLinkPort, facts.ports.relayAgents),
  ]);
  const running = new Map<ProgramName, ChildProgram>();
  const linkUrl = `ws://127.0.0.1:${linkPort}`;
  const extras: Record<ProgramName, Record<string, string>> = {
    api: { NODE_URL: linkUrl, ...clock.env },
    agent: { CONTROL_PLANE_URL: linkUrl },
    relay: { RELAY_AGENTS_URL: `ws://127.0.0.1:${relayLinkPort}` },
    mailbox: {},
    'payment-sandbox': {},
    'virtual-phones': {},
  };
  const say = (name: string, reason: string): void => console.log(`${name} ${reason}`);
  const startProgram = async (name: ProgramName): Promise<void> => {
    const spec = describeProgram(name, facts, extras[name]);
    const control = name === 'virtual-phones' ? ['--control-port', String(phoneControlPort)] : [];
    const events = {
      onRestart: say,
      onWait: say,
      isExcused: () => false,
      onDismissed: say,
      onGiveUp: say,
    };
    const program = new ChildProgram({ ...spec, args: [...(spec.args ?? []), ...control] }, events);
    running.set(name, program);
    await program.start();
  };
  const end = async (): Promise<void> => {
    await Promise.all([...running.values()].map((program) => program.stop(graceMs)));
    await link.stop();
    await database.stop();
    disk.unmount();
    rmSync(place, { recursive: true, force: true });
  };
  try {
    for (const name of ['mailbox', 'payment-sandbox', 'virtual-phones', 'api', 'relay'] as const)
      await startProgram(name);
    extras.agent['ENROLMENT_CODE'] = await makeDemoAccounts(facts);
    await startProgram('agent');
    const patience = AbortSignal.timeout(120_000);
    await waitForPhones(facts.config.operatorPort, phoneCount, 120_000, patience);
    await assignDemoPhones(facts);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    site: facts.config.publicUrl,
    operator: `http://localhost:${facts.config.operatorPort}`,
    dataDir: facts.config.dataDir,
    link,
    disk,
    clock,
    kill: (name) => {
      const pid = name === 'database' ? database.pid() : running.get(name)?.pid;
      if (pid === undefined) throw new Error(`${name} is not running`);
      process.kill(pid, 'SIGKILL');
    },
    stop: async (name) => (name === 'database' ? database.stop() : running.get(name)?.stop(graceMs)),
    start: (name) => (name === 'database' ? database.start() : startProgram(name)),
    setPhone: async (tag, faults) => {
      const url = `http://127.0.0.1:${phoneControlPort}/phones/${tag}/faults`;
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(faults) });
      if (!answer.ok) throw new Error(`the phone answered ${answer.status}`);
    },
    end,
  };
}

async function gatherFacts(dataDir: string, databaseUrl: string): Promise<ProgramFacts> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()].map(String);
  const env = { ...process.env, DATABASE_URL: databaseUrl, POCKETFLEET_DATA: dataDir };
  const [PORT, OPERATOR_PORT, AGENT_PORT] = ports;
  const config = readStartConfig({ ...env, PORT, OPERATOR_PORT, AGENT_PORT }, repoDir);
  return {
    config,
    ports: await chooseInnerPorts(dataDir, phoneCount, ports.map(Number)),
    databaseUrl,
    scrcpyServer: await ensureScrcpyServer(config.cacheDir),
    screenReader: await ensureScreenReader(config.cacheDir),
    siteDist: (await ensureSite(repoDir, 'web')).dist,
    consoleDist: (await ensureSite(repoDir, 'console')).dist,
    webhookSecret: `whsec_${'p'.repeat(48)}`,
    operatorSecretsKey: 'ab'.repeat(32),
    relayKey: readOrMakeRelayKey(dataDir),
  };
}

/** One cable with several connections: they are cut, mended and slowed down together. */
function joinLinks([first, ...others]: [Link, ...Link[]]): Link {
  const all = [first, ...others];
  return {
    port: first.port,
    cut: () => {
      for (const link of all) link.cut();
    },
    mend: () => {
      for (const link of all) link.mend();
    },
    shape: (shape) => {
      for (const link of all) link.shape(shape);
    },
    stop: async () => {
      await Promise.all(all.map((link) => link.stop()));
    },
  };
}

/** PostgreSQL with a supervisor that restarts it without a limit, as systemd does. */
async function keepDatabase(clusterDir: string, clock: SteppedClock) {
  const made = await initCluster({ clusterDir, password: 'pulled' });
  const cluster = { ...made, binariesDir: clock.wrapPostgres(made.binariesDir) };
  const options = { cluster, port: await findFreePort(), settings: settingsForKeeps };
  let server: PostgresServer | undefined;
  let isWanted = true;
  const start = async (): Promise<void> => {
    const started = await startPostgres(options);
    server = started;
    started.child.once('close', () => {
      if (isWanted) void again();
    });
  };
  const again = async (): Promise<void> => {
    while (isWanted) {
      await wait(databaseAgainMs);
      if (!isWanted) return;
      const isUp = await start().then(
        () => true,
        () => false,
      );
      if (isUp) return;
    }
  };
  await start();
  return {
    url: server?.url('pocketfleet') ?? '',
    pid: () => server?.child.pid,
    start: () => {
      isWanted = true;
      return start();
    },
    stop: async () => {
      isWanted = false;
      await server?.stop();
    },
  };
}
