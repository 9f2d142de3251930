// Two nodes on one database: a host whose link one of them holds, and commands that the other one sends.
import type { DeviceBaseline } from '@pocketfleet/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import { buses, isMissing, skipWithoutBus, startBus } from '../../test/buses.ts';
import { type SecondNode, startSecondNode } from '../../test/second-node.ts';
import { connectAgent, enrol, listenForAgents, phoneReport, type TestAgent } from '../../test/test-agent.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { proveClean } from '../../test/test-devices.ts';
import { cleanNow } from '../cleaning/cleaning.ts';
import { advanceCleaning } from '../cleaning/cleaning-steps.ts';
import { sql } from '../platform/database.ts';
import { NoAnswer } from '../platform/events.ts';
import { createEnrolmentCode, getDevicePlace, rebootDevice } from './devices.ts';

const patience = { timeout: 60_000, interval: 20 };
describe.each(buses)('nodes on %s', (name) => {
  let first: TestApp;
  let second: SecondNode;
  let addresses: { first: string; second: string };
  let agent: TestAgent | undefined;
  let made = 0;

  let bus: Awaited<ReturnType<typeof startBus>>;

  skipWithoutBus(name);
  beforeAll(async () => {
    if (isMissing(name)) return;
    bus = await startBus(name);
    first = await startTestApp(bus.env);
    const port = await findFreePort();
    addresses = { first: await listenForAgents(first), second: `127.0.0.1:${port}` };
    second = await startSecondNode(first.databaseUrl, port, bus.env);
  });
  afterAll(async () => {
    await second?.stop();
    await first?.stop();
    await bus?.stop();
  });
  afterEach(() => agent?.close());

  /** A host whose link this node holds, with one phone that is clean and online. */
  async function startHost(on: 'first' | 'second'): Promise<string> {
    made += 1;
    const code = await createEnrolmentCode({ db: first.db });
    const joined = await enrol(addresses[on], code, `rack-${made}`);
    const hostId = String(joined.body['host_id']);
    agent = await connectAgent(addresses[on], { hostId, privateKey: joined.privateKey });
    agent.send({ type: 'devices', full: true, devices: [phoneReport(`phone-${made}`)] });
    const { received } = agent;
    // The phone is known, and its baseline is asked for, which nobody answers.
    await vi.waitFor(() => expect(received.map(({ type }) => type)).toContain('command'), patience);
    const known = received.find((message) => message.type === 'known_devices');
    const device = known?.devices[0]?.device_id ?? '';
    await proveClean(first.db, device);
    return device;
  }

  /** As the baseline of a phone with hundreds of packages: about 700 kB. */
  async function giveLargeBaseline(device: string): Promise<void> {
    const packages = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [
        `com.example.package_${n}.${'k'.repeat(100)}`,
        'v'.repeat(200),
      ]),
    );
    const baseline: DeviceBaseline = {
      users: [0],
      packages,
      disabled_packages: [],
      launchable_packages: [],
      permissions: [],
      settings: { global: {}, system: {}, secure: {} },
      properties: {},
      display: { size: '1080x2400', density: '420' },
      folders: [],
    };
    await sql`insert into device_baselines (device_id, baseline) values (${device}, ${JSON.stringify(baseline)}::jsonb)
      on conflict (device_id) do update set baseline = excluded.baseline`.execute(first.db);
  }

  const cleanCommands = (device: string) =>
    (agent?.received ?? []).filter(
      (message) => message.type === 'command' && message.command === 'clean' && message.device_id === device,
    );

  for (const [holder, cleaner] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    test(`a cleaning with a baseline of 700 kB reaches a host on the ${holder} node from the ${cleaner} one`, async () => {
      const device = await startHost(holder);
      await giveLargeBaseline(device);
      await cleanNow({ db: first.db }, device);
      const open = await sql<{ id: string }>`
        select id from cleanings where device_id = ${device} and state = 'open'`.execute(first.db);
      const node = cleaner === 'first' ? first.app : second.app;
      await advanceCleaning({ ...node.deps, links: node.links }, open.rows[0]?.id ?? '');
      await vi.waitFor(() => expect(cleanCommands(device).length).toBeGreaterThan(0), patience);
      expect(JSON.stringify(cleanCommands(device)[0]).length).toBeGreaterThan(600_000);
      await vi.waitFor(async () => expect(await countWaiting()).toBe(0), patience);
    });
  }

  test('messages to a host on another node arrive in the order in which they were sent', async () => {
    const device = await startHost('first');
    const place = await getDevicePlace({ db: first.db }, device);
    const ids = Array.from(
      { length: 50 },
      (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    );
    for (const channel_id of ids) await second.app.links.send(place, { type: 'close_channel', channel_id });
    const { received } = agent as TestAgent;
    const seen = () => received.flatMap((m) => (m.type === 'close_channel' ? [m.channel_id] : []));
    await vi.waitFor(() => expect(seen()).toEqual(ids), patience);
  });

  test('a host without a link on the node that is asked gets nothing, and the sender knows', async () => {
    const place = { host_id: '00000000-0000-4000-8000-000000000000', link_node_id: first.app.links.nodeId };
    const close = { type: 'close_channel', channel_id: place.host_id } as const;
    expect(await second.app.links.send(place, close)).toBe('not_sent');
    const warn = vi.spyOn(second.app.deps.log, 'warn');
    expect(await second.app.links.send({ ...place, link_node_id: 'gone' }, close)).toBe('unknown');
    // Nobody waits for a node that is known to be dead.
    expect(String(warn.mock.calls)).not.toContain('was not confirmed');
  });

  /** A restart that the second node asks for; the agent carries it out. */
  async function reboot(device: string): Promise<boolean> {
    const { db, events } = second.app.deps;
    const restarted = rebootDevice({ db, events, links: second.app.links }, device, 'team', () => undefined);
    const { received, send } = agent as TestAgent;
    const command = await vi.waitFor(() => {
      const found = received.find((message) => message.type === 'command' && message.command === 'reboot');
      if (found?.type !== 'command') throw new Error('the restart was not asked for');
      return found;
    }, patience);
    send({ type: 'command_result', command_id: command.command_id, device_id: device, ok: true, detail: '' });
    // False only when the test is so slow that the restart is late.
    return restarted;
  }

  test('a command that a node doesn’t confirm in time is not called off: its result counts', async () => {
    const device = await startHost('first');
    const { events } = second.app.deps;
    const ask: typeof events.ask = events.ask.bind(events);
    const late = vi.spyOn(events, 'ask').mockImplementation(async (...question) => {
      await ask(...question);
      throw new NoAnswer('The other node did not answer in time.');
    });
    try {
      expect(await reboot(device)).toBeTypeOf('boolean');
      expect(late).toHaveBeenCalled();
    } finally {
      late.mockRestore();
    }
  });

  test('a loop over hosts of a silent node waits for it once', async () => {
    const place = { host_id: '00000000-0000-4000-8000-000000000000', link_node_id: first.app.links.nodeId };
    const close = { type: 'close_channel', channel_id: place.host_id } as const;
    const answers: (() => void)[] = [];
    const ask = vi.spyOn(second.app.deps.events, 'ask');
    ask.mockRejectedValueOnce(new NoAnswer('The other node did not answer in time.'));
    // Never answered until the test lets it.
    ask.mockImplementation(
      () => new Promise<never>((_, reject) => answers.push(() => reject(new NoAnswer('late')))),
    );
    try {
      for (let n = 0; n < 20; n += 1) expect(await second.app.links.send(place, close)).toBe('unknown');
      expect(ask).toHaveBeenCalledTimes(20);
    } finally {
      ask.mockRestore();
    }
    for (const answer of answers) answer();
    // As soon as it answers, its answers count again.
    await vi.waitFor(
      async () => expect(await second.app.links.send(place, close)).toBe('not_sent'),
      patience,
    );
  });

  test('a command to a node that has just started is not called off', async () => {
    const device = await startHost('first');
    const others = vi.spyOn(second.app.deps.node, 'others').mockReturnValue([]);
    try {
      expect(await reboot(device)).toBeTypeOf('boolean');
    } finally {
      others.mockRestore();
    }
  });

  test('a node of the version before gets a row, and its rows are delivered', async () => {
    const device = await startHost('first');
    const place = await getDevicePlace({ db: first.db }, device);
    const warn = vi.spyOn(first.app.deps.log, 'warn');
    await sql`update nodes set answers = false where node_id = ${first.app.links.nodeId}`.execute(first.db);
    const { node } = second.app.deps;
    await vi.waitFor(() => expect(node.others()).toMatchObject([{ answers: false }]), patience);
    await sql`create function refuse_taking() returns trigger language plpgsql
      as $$ begin raise exception 'nothing is taken'; end $$`.execute(first.db);
    await sql`create trigger refuse_taking before delete on host_messages
      execute function refuse_taking()`.execute(first.db);
    const close = { type: 'close_channel', channel_id: place.id } as const;
    expect(await second.app.links.send(place, close)).toBe('sent');
    await vi.waitFor(() => expect(String(warn.mock.calls)).toContain('could not be taken'), patience);
    await sql`drop function refuse_taking cascade`.execute(first.db);
    await vi.waitFor(() => expect(agent?.received).toContainEqual(close), patience);
    await sql`insert into host_messages (node_id, host_id, message)
      select ${place.link_node_id}, ${place.host_id}, '{}' from generate_series(1, 1000)`.execute(first.db);
    expect(await second.app.links.send(place, close)).toBe('not_sent');
    await sql`delete from host_messages`.execute(first.db);
    await sql`update nodes set answers = true`.execute(first.db);
    await vi.waitFor(() => expect(node.others()).toMatchObject([{ answers: true }]), patience);
  });

  async function countWaiting(): Promise<number> {
    const found = await sql<{ n: number }>`select count(*)::int as n from node_messages`.execute(first.db);
    return found.rows[0]?.n ?? 0;
  }
});
