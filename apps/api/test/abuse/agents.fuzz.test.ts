// Messages of agents are untrusted input: a broken host loses its own link, and nobody else
// anything. Reports, results, keys, and the bytes of a stream.
import { randomBytes } from 'node:crypto';
import {
  agentMessage,
  type ControlPlaneMessage,
  channelNotice,
  closeCodes,
  viewerNotice,
} from '@pocketfleet/contract';
import { encodePacket } from '@pocketfleet/stream-protocol';
import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { assignDevice } from '../../src/assignments/assignments.ts';
import { createEnrolmentCode } from '../../src/devices/devices.ts';
import { sql } from '../../src/platform/database.ts';
import { proofSeed, proofSize, proofTimeoutMs } from '../proof-size.ts';
import { connectAgent, enrol, type HostIdentity, listenForAgents, phoneReport } from '../test-agent.ts';
import { createTestUser, testPassword } from '../test-app.ts';
import { proveClean } from '../test-devices.ts';
import { openSocket, ticketFor } from '../test-viewer.ts';
import { useTestApp } from '../use-test-app.ts';
import { hostile, valuesOf } from './values-of.ts';

const patience = { timeout: 60_000, interval: 10 };
const runs = proofSize(6, 800);
const site = useTestApp();
let agents: string;
let address: string;
let mad: HostIdentity;
let good: HostIdentity;

beforeAll(async () => {
  agents = await listenForAgents(site);
  address = await site.listen();
  const join = async (name: string): Promise<HostIdentity> => {
    const { body, privateKey } = await enrol(agents, await createEnrolmentCode({ db: site.db }), name);
    return { hostId: String(body['host_id']), privateKey };
  };
  mad = await join('mad');
  good = await join('good');
});

const raw = fc.oneof(
  { weight: 8, arbitrary: valuesOf(agentMessage).map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '{"type":"toString"}', '"'.repeat(5_000)) },
);

/** Opens a link with the right key and reports one phone; returns its socket. */
async function openLink(host: HostIdentity) {
  const agent = await connectAgent(agents, host);
  expect(agent.received.at(-1)).toMatchObject({ type: 'welcome' });
  return agent;
}

test(
  'a mad host’s messages cost it its link at the most',
  async () => {
    const other = await openLink(good);
    const failures: unknown[] = [];
    const spy = vi.spyOn(site.app.deps.log, 'error').mockImplementation((...given: unknown[]) => {
      failures.push(given);
    });
    await fc.assert(
      fc.asyncProperty(fc.array(raw, { minLength: 1, maxLength: 5 }), async (messages) => {
        const agent = await openLink(mad);
        for (const message of messages) agent.sendRaw(message);
        // Worked off in order: what answers this has read all of them.
        agent.send({ type: 'devices', full: false, devices: [phoneReport('last')] });
        await vi.waitFor(() => {
          const isAnswered = agent.received.some(
            (message) => message.type === 'known_devices' && message.devices.length > 0,
          );
          expect(isAnswered || !agent.isOpen()).toBe(true);
        }, patience);
        agent.close();
        // A message that could not be handled is a bug of ours.
        expect(failures).toEqual([]);
      }),
      { numRuns: runs, seed: proofSeed, endOnFailure: true },
    );
    spy.mockRestore();
    expect(other.isOpen()).toBe(true);
    other.close();
  },
  proofTimeoutMs,
);

test(
  'before its proof a host can say nothing that counts',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(raw, { minLength: 1, maxLength: 3 }), async (messages) => {
        const before = await sql`select * from devices order by id`.execute(site.db);
        const socket = new WebSocket(`ws://${agents}/agent/link`);
        const closed = new Promise<number>((resolve) => socket.once('close', resolve));
        await new Promise((resolve) => socket.once('open', resolve));
        for (const message of messages) socket.send(message);
        // At last one that is never right before a proof.
        socket.send(JSON.stringify({ type: 'devices', full: true, devices: [] }));
        // A client that still writes when the server closes may be reset before it has read the code.
        const reset = 1006;
        expect([closeCodes.not_allowed.code, closeCodes.server_error.code, reset]).toContain(await closed);
        const after = await sql`select * from devices order by id`.execute(site.db);
        expect(after.rows).toEqual(before.rows);
      }),
      { numRuns: runs, seed: proofSeed, endOnFailure: true },
    );
  },
  proofTimeoutMs,
);

test(
  'whatever a stream’s channel sends, its viewer gets valid packets or a notice',
  async () => {
    const userId = await createTestUser(site.db, 'ada');
    const agent = await openLink(mad);
    agent.send({ type: 'devices', full: true, devices: [phoneReport('streaming')] });
    const found = await vi.waitFor(async () => {
      // Its first cleaning is under way: what proves it clean below must not come before that begins.
      const rows = await sql<{ id: string }>`
        select d.id from devices d join cleanings c on c.device_id = d.id and c.state = 'open'
        where d.serial = 'streaming'`.execute(site.db);
      expect(rows.rows).toHaveLength(1);
      return rows.rows[0];
    }, patience);
    const device = found?.id ?? '';
    await proveClean(site.db, device);
    await assignDevice(site.app.deps, {
      device_id: device,
      user_id: userId,
      order_id: null,
      starts_at: new Date(site.app.deps.clock.nowMs() - 1_000).toISOString(),
      expires_at: null,
    });
    await site.runJobs();
    const { command_id } = await vi.waitFor(() => {
      const asked = agent.received.find(
        (message) => message.type === 'command' && message.command === 'prepare_tenant',
      );
      if (asked?.type !== 'command') throw new Error('the phone was not prepared');
      return asked;
    }, patience);
    const prepared = { command_id, device_id: device, ok: true, detail: '', tenant_user: 10 };
    agent.send({ type: 'command_result', ...prepared });
    await vi.waitFor(async () => {
      await site.runJobs();
      const open = await sql`select 1 from assignments where prepared_at is not null`.execute(site.db);
      expect(open.rows).toHaveLength(1);
    }, patience);
    const token = await site.signIn('ada', testPassword);
    const opened = new Set<string>();
    const nextChannel = (): Promise<WebSocket> =>
      vi.waitFor(() => {
        const openChannel = agent.received.find(
          (message): message is Extract<ControlPlaneMessage, { type: 'open_channel' }> =>
            message.type === 'open_channel' && !opened.has(message.channel_id),
        );
        if (openChannel === undefined) throw new Error('no channel was asked for');
        opened.add(openChannel.channel_id);
        return new WebSocket(`ws://${agents}/agent/channels/${openChannel.channel_id}`, [
          'pocketfleet-channel',
          openChannel.secret,
        ]);
      }, patience);
    const packet = (kind: 'video_config' | 'video' | 'heartbeat' | 'clipboard', payload: Uint8Array) =>
      encodePacket({ kind, key: kind === 'video', sequence: 1, ptsUs: 1n, payload });
    const odd: fc.Arbitrary<string | Uint8Array> = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => packet('video', bytes)),
      fc.uint8Array({ maxLength: 12 }).map((bytes) => packet('video_config', bytes)),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => packet('heartbeat', bytes)),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => packet('clipboard', bytes)),
      fc.constantFrom(new Uint8Array(0), randomBytes(100_000)),
      valuesOf(channelNotice).map((value) => JSON.stringify(value) ?? ''),
      fc.constantFrom('{', 'null', 'x'.repeat(10_000)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 8 }), async (messages) => {
        await sql`delete from limit_windows`.execute(site.db);
        const viewer = openSocket(address, device, await ticketFor(site, token, device));
        const channel = await nextChannel();
        channel.on('error', () => undefined);
        const gone = new Promise((resolve) => channel.once('close', resolve));
        await new Promise((resolve) => channel.once('open', resolve));
        for (const message of messages) if (channel.readyState === 1) channel.send(message);
        await vi.waitFor(() => expect(viewer.notices.length).toBeGreaterThan(0), patience);
        const alive = new Promise<'alive'>((resolve) => {
          viewer.socket.once('pong', () => resolve('alive'));
          viewer.socket.ping();
        });
        const outcome = await Promise.race([viewer.closed, alive]);
        if (typeof outcome === 'number')
          expect(Object.values(closeCodes).map(({ code }) => code)).toContain(outcome);
        for (const notice of viewer.notices) expect(viewerNotice.safeParse(notice).success).toBe(true);
        viewer.socket.terminate();
        channel.terminate();
        await gone;
      }),
      { numRuns: runs, seed: proofSeed, endOnFailure: true },
    );
    expect(agent.isOpen()).toBe(true);
    agent.close();
  },
  proofTimeoutMs,
);
