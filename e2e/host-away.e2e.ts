// A phone's host loses its network and gets it back. Commands that run fail with the reason, commands that can't begin are refused
// in one line, and nothing is left of them afterwards.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@pocketfleet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { holdProgram } from './chaos/faults.ts';
import { type CustomersComputer, startCustomersComputer } from './customers-computer.ts';
import { listPhonesOfDemo, tokenOfDemo } from './sign-in.ts';

const site = inject('site');
let computer: CustomersComputer | undefined;
let token: string;
let isHeld = false;

beforeAll(async () => {
  computer = await startCustomersComputer(site);
  token = await tokenOfDemo(site);
});
afterAll(() => computer?.stop());
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});
afterEach(() => holdHost(false));

it('a host that is away gives one clear line, and its bridges go on when it is back', async () => {
  if (computer === undefined) return;
  const { adb, pocketfleet, connect, folder } = computer;
  const [near = '', other = ''] = (await listPhonesOfDemo(site)).map(({ tag }) => tag);
  const serial = await connect(near);
  expect((await adb('-s', serial, 'reverse', 'tcp:8767', 'tcp:9')).status).toBe(0);
  const shell = startShell(computer, serial, 'echo begun; sleep 600');
  await expect.poll(shell.out).toContain('begun');

  holdHost(true);
  await expect.poll(statesOfDemo).not.toContain('online');
  // Cut: adb would take a plain end for success.
  expect(await shell.ended).toMatchObject({
    status: 255,
    error: expect.stringContaining('line to the phone was lost'),
  });
  expect((await adb('devices')).out).toContain(`${serial}\tdevice`);
  const late = await adb('-s', serial, 'shell', 'true');
  expect(late).toMatchObject({
    status: 255,
    error: expect.stringContaining('The line to the phone is down.'),
  });
  expect((await linesOfStatus()).map(({ tag, line }) => [tag, line])).toEqual([[near, 'lost']]);
  for (const args of [
    ['connect', other],
    ['connect', other, '--foreground'],
    ['shell', other, 'true'],
  ]) {
    const refused = await pocketfleet(args);
    expect([args, refused.status, refused.out, refused.error]).toEqual([
      args,
      6,
      '',
      expect.stringMatching(/^pocketfleet: (?:This|The) phone is offline\.\n$/),
    ]);
  }
  expect(await linesOfStatus()).toHaveLength(1);
  const left = readdirSync(join(folder, 'state/pocketfleet/bridges')).filter((name) =>
    name.endsWith('.sock'),
  );
  expect(left).toHaveLength(1);

  holdHost(false);
  await expect.poll(async () => (await linesOfStatus())[0]?.line).toBe('up');
  expect(await adb('-s', serial, 'shell', 'echo', 'back')).toMatchObject({ status: 0, out: 'back\n' });
  // The reverse was made again, once.
  await expect
    .poll(async () => (await adb('-s', serial, 'reverse', '--list')).out.trim().split('\n'))
    .toEqual([expect.stringContaining('tcp:8767 tcp:9')]);
  expect(await pocketfleet(['disconnect', near])).toMatchObject({ status: 0 });
  await expect.poll(async () => (await adb('devices')).out).not.toContain(serial);
  // Nothing holds the port on the phone.
  const next = await connect(near);
  expect((await adb('-s', next, 'reverse', '--list')).out.trim()).toBe('');
  expect((await adb('-s', next, 'reverse', 'tcp:8767', 'tcp:9')).status).toBe(0);
});

function startShell({ adbProgram, adbPort, env }: CustomersComputer, serial: string, command: string) {
  const child = spawn(adbProgram, ['-P', String(adbPort), '-s', serial, 'shell', command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    error += String(chunk);
  });
  const ended = new Promise<{ status: number | null; error: string }>((done) =>
    child.once('close', (status) => done({ status, error })),
  );
  return { out: () => out, ended };
}

async function linesOfStatus(): Promise<{ tag: string; line: string }[]> {
  const { out } = (await computer?.pocketfleet(['status', '--json'])) ?? { out: '{"rows":[]}' };
  return (JSON.parse(out) as { rows: { tag: string; line: string }[] }).rows;
}

async function statesOfDemo(): Promise<string[]> {
  const listed = await fetch(`${site}/api/phones`, { headers: { authorization: `Bearer ${token}` } });
  return routes.listPhones.response.parse(await listed.json()).map((phone) => phone.connection_state);
}

/** The demo's agent stands still, as behind a network that is gone, or goes on. */
function holdHost(hold: boolean): void {
  if (hold === isHeld) return;
  holdProgram(inject('startPid'), 'agent', hold);
  isHeld = hold;
}
