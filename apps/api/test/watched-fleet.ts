// The control plane with a real agent, as a process, and real virtual phones in this process, so that a test
// can look inside them. Jobs run by themselves.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeShellMessage, encodeShellMessage } from '@pocketfleet/stream-protocol';
import { modelAt, type Phone, startAndroid, startPhone } from '@pocketfleet/virtual-phone';
import { WebSocket } from 'ws';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { createEnrolmentCode } from '../src/devices/devices.ts';
import { sql } from '../src/platform/database.ts';
import { startJobs } from '../src/platform/jobs.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export type TestFleet = {
  site: TestApp;
  /** "127.0.0.1:port" of the site. */
  address: string;
  phones: Phone[];
  /** Dials the node itself, or what stands in front of several. `env`: more of the agent's environment. */
  startAgent: (controlPlaneUrl?: string, env?: Record<string, string>) => Promise<void>;
  /** As a power cut does. */
  killAgent: () => Promise<void>;
  /** Lets the agent stand still, as a host does whose network is gone. */
  pauseAgent: () => void;
  continueAgent: () => void;
  /** Our id of a phone, once it is known. */
  deviceOf: (phone: Phone) => Promise<string | undefined>;
  /** Runs a script in a customer's own shell, through the product. Returns what it printed. */
  shell: (token: string, deviceId: string, script: string) => Promise<string>;
  /** A socket of the product, opened with a ticket as a browser does. */
  socket: (token: string, deviceId: string, purpose: 'shell' | 'files' | 'control') => Promise<WebSocket>;
  stop: () => Promise<void>;
};

/** From its bundle where that is what the sources are, as in the product: a third of the work of a start. */
const runProgram = join(import.meta.dirname, '../../../tools/bundle/run.mjs');

/** The address that agents dial instead of the node's own, and the environment that they need for it. */
type Before = (agentPort: number) => Promise<{ nodeUrl: string; agentEnv: Record<string, string> }>;

export const nothingBefore: Before = async (agentPort) => ({
  nodeUrl: `ws://127.0.0.1:${agentPort}`,
  agentEnv: {},
});

/** `env`: more of the node's environment. */
export async function startTestFleet(
  count: number,
  before = nothingBefore,
  env: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestFleet> {
  const dir = mkdtempSync(join(tmpdir(), 'pf-fleet-'));
  const agentPort = await findFreePort();
  const { nodeUrl, agentEnv } = await before(agentPort);
  const ownEnv = {
    AGENT_PORT: String(agentPort),
    NODE_URL: nodeUrl,
    RECORDINGS_DIR: join(dir, 'recordings'),
  };
  const site = await startTestApp({ ...ownEnv, ...env }, options);
  const { db, log, node } = site.app.deps;
  const jobs = await startJobs({ databaseUrl: site.databaseUrl, db, log, node, handlers: site.app.tasks });
  await site.app.agents.listen({ host: '127.0.0.1', port: agentPort });
  const address = await site.listen();
  const phones: Phone[] = [];
  for (let index = 0; index < count; index += 1) {
    const onError = (context: string, error: unknown): void => {
      throw new Error(context, { cause: error });
    };
    const options = { model: modelAt(index), stateDir: join(dir, `phone-${index}`), port: 0 };
    const phone = await startPhone({ startAndroid, now: Date.now, onError }, options);
    await phone.setFaults({ rebootMs: 100 });
    phones.push(phone);
  }
  const enrolmentCode = await createEnrolmentCode({ db: site.db });
  let agent: ChildProcess | undefined;

  const killAgent = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const ended = new Promise((resolve) => agent?.once('exit', resolve));
    if (agent?.kill(signal) === true) await ended;
    agent = undefined;
  };
  const socket: TestFleet['socket'] = async (token, deviceId, purpose) => {
    const started = await site.call('POST', `/api/devices/${deviceId}/stream/start`, {
      token,
      payload: { purpose },
    });
    if (started.status !== 200) throw new Error(`no stream: ${JSON.stringify(started.body)}`);
    const path = purpose === 'control' ? 'stream' : purpose;
    const opened = new WebSocket(
      `ws://${address}/ws/devices/${deviceId}/${path}`,
      ['pocketfleet', String(started.body['ticket'])],
      { origin: site.app.deps.config.publicUrl },
    );
    await new Promise((resolve, reject) => {
      opened.once('open', resolve);
      opened.once('error', reject);
    });
    return opened;
  };

  return {
    site,
    address,
    phones,
    startAgent: async (controlPlaneUrl = nodeUrl, agentsOwn = {}) => {
      agent = spawn(process.execPath, [runProgram, join(import.meta.dirname, '../../agent/src/main.ts')], {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          CONTROL_PLANE_URL: controlPlaneUrl,
          AGENT_DATA: join(dir, 'agent'),
          ENROLMENT_CODE: enrolmentCode,
          ADB_ADDRESSES: phones.map((phone) => `127.0.0.1:${phone.port}`).join(),
          SCRCPY_SERVER: process.env['SCRCPY_SERVER'] ?? '',
          SCREEN_READER: process.env['SCREEN_READER'] ?? '',
          LOG_LEVEL: 'warn',
          ...agentEnv,
          ...agentsOwn,
        },
        stdio: ['ignore', process.env['AGENT_TEST_LOG'] ? 'inherit' : 'ignore', 'inherit', 'ipc'],
      });
      await new Promise<void>((resolve, reject) => {
        agent?.once('message', () => resolve());
        agent?.once('exit', (code) => reject(new Error(`the agent ended with ${code}`)));
      });
    },
    killAgent: () => killAgent(),
    pauseAgent: () => void agent?.kill('SIGSTOP'),
    continueAgent: () => void agent?.kill('SIGCONT'),
    deviceOf: async (phone) => {
      const found = await sql<{ id: string }>`
        select id from devices where serial = ${phone.model.serial}`.execute(site.db);
      return found.rows[0]?.id;
    },
    socket,
    shell: async (token, deviceId, script) => {
      const opened = await socket(token, deviceId, 'shell');
      let printed = '';
      opened.on('message', (data: Buffer) => {
        const message = decodeShellMessage(data);
        if (message.type === 'output') printed += Buffer.from(message.data).toString();
      });
      const type = (text: string): void =>
        opened.send(encodeShellMessage({ type: 'input', data: Buffer.from(`${text}\r`) }));
      await new Promise<void>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`the shell did not end: ${printed}`)), 20_000);
        // Text that is typed while a command runs may become that command's input.
        opened.on('message', () => {
          if (!printed.includes('done-42')) return;
          opened.removeAllListeners('message');
          type('exit');
        });
        opened.once('close', () => {
          clearTimeout(limit);
          resolve();
        });
        type(`${script}; echo done-$((40 + 2))`);
      });
      return printed;
    },
    stop: async () => {
      await killAgent('SIGTERM');
      await jobs.stop();
      await site.stop();
      for (const phone of phones) await phone.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
