// Runs commands on a virtual phone, also when the control plane sends them again.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandMessage, CommandResult } from '@pocketfleet/contract';
import { pino } from 'pino';
import { PNG } from 'pngjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningPhone, startRunningPhone } from '../test/held-phone.ts';
import { ChannelDialer } from './control-plane/channel-dialer.ts';
import { createDeviceCommands } from './device-commands.ts';
import { openSpool, releaseSpool } from './files/spool.ts';
import { screenOf } from './screen/device-screen.ts';
import { ScreenMemory } from './screen/screen-memory.ts';

const device = '11111111-1111-4111-8111-111111111111';
const log = pino({ level: 'silent' });
let running: RunningPhone;
let dataDir: string;
let said: CommandResult[];
let cleaned: string[];
let command: (message: CommandMessage) => void;
let made = 0;

beforeAll(async () => {
  running = await startRunningPhone();
});
afterAll(() => running.stop());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pf-commands-'));
  said = [];
  cleaned = [];
  running.runner.tenantUser = undefined;
  command = createDeviceCommands({
    dataDir,
    log,
    runnerOf: (id) => (id === device ? running.runner : undefined),
    onCleaning: (id) => cleaned.push(id),
    send: (result) => said.push(result) > 0,
  });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function ask(what: Partial<CommandMessage>): CommandMessage {
  made += 1;
  const command_id = `22222222-2222-4222-8222-${String(made).padStart(12, '0')}`;
  return { type: 'command', command_id, device_id: device, command: 'clean', deadline_ms: 60_000, ...what };
}
const answers = (count: number) => expect.poll(() => said.length, { timeout: 60_000 }).toBe(count);

test('a command that is sent again, while it runs or later, runs once and its outcome is sent again', async () => {
  const prepare = ask({ command: 'prepare_tenant', assignment_id: '33333333-89ab-4cde-8f01-23456789abcd' });
  command(prepare);
  command(prepare);
  await answers(1);
  expect(said[0]).toMatchObject({ ok: true, command_id: prepare.command_id, device_id: device });
  command(prepare);
  await answers(2);
  expect(said[1]).toEqual(said[0]);
  expect(running.phone.world.users.list()).toHaveLength(2);
  expect(running.runner.tenantUser).toBe(said[0]?.tenant_user);
});

test('a phone that is being cleaned has no capture, no channel and no tenant', async () => {
  command(ask({ command: 'take_baseline' }));
  await answers(1);
  const { baseline } = said[0] ?? {};
  expect(said[0]).toMatchObject({ ok: false, detail: expect.stringContaining('users: user') });
  running.phone.world.users.switchTo(0);
  for (const { id } of running.phone.world.users.list()) running.phone.world.users.remove(id);
  command(ask({ command: 'take_baseline' }));
  await answers(2);
  expect(said[1]).toMatchObject({ ok: true });

  running.runner.tenantUser = 0;
  const screen = screenOf(running.runner, 0);
  const memory = () => new ScreenMemory({ dataDir, identity: 'phone', user: 0 }, [Buffer.alloc(32, 7)]);
  screen.remember(memory());
  command(ask({ command: 'clean', baseline: said[1]?.baseline ?? baseline }));
  await expect.poll(() => running.runner.isUsable(), { interval: 1 }).toBe(false);
  expect(running.runner.tenantUser).toBeUndefined();
  expect(cleaned).toEqual([device]);
  // The next tenant's user may have the same number.
  expect(screenOf(running.runner, 0)).not.toBe(screen);
  expect(() => screen.remember(memory())).toThrow('has gone');
  expect(() => running.runner.capture('tile')).toThrow('not connected');
  await expect(running.runner.withAdb(async () => undefined)).rejects.toThrow('not connected');
  await answers(3);
  expect(said[2]).toMatchObject({ ok: true, detail: '' });
  expect(running.runner.isUsable()).toBe(true);
});

test('a phone without a tenant refuses channels of every kind', () => {
  const failed: string[] = [];
  const dialer = new ChannelDialer(log, dataDir, (_, detail) => failed.push(detail));
  for (const kind of ['stream', 'shell', 'files'] as const) {
    const channel = { type: 'open_channel', channel_id: kind, kind, device_id: device } as const;
    dialer.open({ ...channel, node_url: 'ws://127.0.0.1:9', secret: 's', expires_at: null }, running.runner);
  }
  expect(failed).toEqual(Array(3).fill('the phone is not open to a tenant'));
});

test('a command that can’t run is refused with the reason', async () => {
  command(ask({ command: 'clean' }));
  command(ask({ command: 'prepare_tenant' }));
  command(ask({ command: 'clean', device_id: '44444444-4444-4444-8444-444444444444' }));
  await answers(3);
  expect(said.map(({ ok, detail }) => [ok, detail]).sort()).toEqual([
    [false, 'no assignment was named'],
    [false, 'the command has no baseline'],
    [false, 'the phone is not on this host'],
  ]);
});

test('a cleaning removes the host’s files of this phone, and of no other', async () => {
  const spool = join(dataDir, 'transfers');
  for (const identity of [running.runner.identity ?? '', 'f'.repeat(64)]) {
    const file = await openSpool(spool, identity, ['a'], 10);
    await file.append(Buffer.from('secret'));
    await file.close();
    releaseSpool(file);
  }
  command(ask({ command: 'take_baseline' }));
  await answers(1);
  command(ask({ command: 'clean', baseline: said[0]?.baseline }));
  await answers(2);
  expect(said[1]?.evidence).toContainEqual({ check: 'host_spool', ok: true, detail: 'empty' });
  expect(readdirSync(spool)).toHaveLength(1);
  expect(readdirSync(spool)[0]).toMatch(/^f{32}-/);
});

test('a screenshot is small, and is refused while a tenant has the phone', async () => {
  command(ask({ command: 'screenshot' }));
  await answers(1);
  const picture = PNG.sync.read(Buffer.from(said[0]?.picture ?? '', 'base64'));
  expect([picture.width, picture.height]).toEqual([240, 533]);
  running.runner.tenantUser = 0;
  command(ask({ command: 'screenshot' }));
  await answers(2);
  expect(said[1]).toMatchObject({ ok: false, detail: 'a tenant has this phone' });
});
