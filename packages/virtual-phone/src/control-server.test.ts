import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startControlServer } from './control-server.ts';
import { NO_FAULTS } from './faults.ts';
import { modelAt } from './models.ts';
import { type Phone, startPhone } from './phone.ts';
import { startAndroid } from './start-android.ts';
import { findResidue, plantResidue } from './testing/residue.ts';
import { connect, next, quiet } from './testing/scrcpy-client.ts';
import { startTestPhone } from './testing/test-phone.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'control-server-'));
let phone: Phone;
let control: Server;

beforeAll(async () => {
  const onError = (context: string, error: unknown) => {
    throw new Error(context, { cause: error });
  };
  phone = await startPhone(
    { startAndroid, now: Date.now, onError },
    { model: modelAt(0), stateDir, port: 0 },
  );
  control = await startControlServer([phone], 0);
});

afterEach(async () => {
  await phone.setFaults(NO_FAULTS);
});

afterAll(async () => {
  control.close();
  await phone.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown) {
  const { port } = control.address() as AddressInfo;
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return { status: response.status, body: (await response.json()) as { detail?: string; faults?: object } };
}
const setFaults = (faults: unknown) => call('POST', `/phones/${phone.model.tag}/faults`, faults);

test('the control port lists its phones and sets faults', async () => {
  expect((await call('GET', '/phones')).body).toMatchObject([{ tag: 'PF-001', port: phone.port }]);
  expect((await setFaults({ batteryLevel: 9 })).body.faults).toMatchObject({ batteryLevel: 9 });
  expect(phone.world.battery.state.level).toBe(9);
});

test.each([
  ['an unknown fault', { meltdown: true }, 'Unrecognized key: "meltdown"'],
  ['a flag that is a number', { encoderFrozen: 1 }, 'expected boolean'],
  ['a negative number', { encoderMaxSide: -1 }, 'expected number to be >=0'],
  ['a list', [], 'expected object'],
])('the control port refuses %s', async (_name, faults, detail) => {
  const { status, body } = await setFaults(faults);
  expect(status).toBe(400);
  expect(body.detail).toContain(detail);
});

test('the control port refuses unknown phones and requests', async () => {
  expect((await call('POST', '/phones/PF-999/wipe')).status).toBe(404);
  expect((await call('DELETE', '/phones')).status).toBe(404);
});

const watch = (maxSize: number) =>
  connect({ android: phone.world.android(), world: { dial: phone.sockets.connect } }, { maxSize });

test('a frozen encoder sends nothing until it thaws', async () => {
  await setFaults({ encoderFrozen: true });
  const client = await watch(320);
  let packets = 0;
  const first = next(client.packets).then(() => {
    packets++;
  });
  expect(await quiet(() => packets, 400)).toBe(0);
  await setFaults({ encoderFrozen: false });
  await first;
  client.stop();
});

test('an encoder that fails above a size makes the server retry with a smaller one', async () => {
  await setFaults({ encoderMaxSide: 1100 });
  const client = await watch(1280);
  await next(client.packets);
  expect(client.printed).toContain('[server] INFO: Retrying with -m1024...');
  client.stop();
});

test('a recorded phone streams thirty pictures per second of a still screen', async () => {
  await setFaults({ recorded: true });
  const client = await watch(320);
  for (let count = 0; count < 30; count++) await next(client.packets);
  client.stop();
});

test('a phone that keeps residue removes neither files, apps nor users, until the fault ends', async () => {
  await using test = await startTestPhone();
  await plantResidue(test.phone, 'download');
  await plantResidue(test.phone, 'installed_app');
  await plantResidue(test.phone, 'android_user');
  const clean = () =>
    runOn(
      test.phone,
      'rm /sdcard/Download/statement.pdf; pm uninstall com.example.leftover; pm remove-user 10',
    );
  await test.phone.setFaults({ keepsResidue: true });
  expect(await clean()).toMatch(
    /I\/O error.*Failure \[DELETE_FAILED_DEVICE_POLICY_MANAGER\].*couldn't remove user id 10/s,
  );
  const kept = ['download', 'installed_app', 'android_user'];
  expect(await findResidue(test.phone)).toEqual(kept);
  await test.phone.setFaults({ keepsResidue: false });
  await clean();
  expect(await findResidue(test.phone)).toEqual([]);
});
