// Debian's adb as the agent's own server, with virtual phones on the network behind it.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { readAdbKeyPem } from '../agent-files.ts';
import { AdbServer } from './adb-server.ts';
import { parseDevices, ServerPhones } from './server-phones.ts';

const program = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'adb'))
  .find(existsSync);

test('two phones with the same serial on two cables are two places', () => {
  const list = [
    '0123456789ABCDEF       device usb:1-4.1 product:a model:A device:a transport_id:3',
    '0123456789ABCDEF       unauthorized usb:1-4.2 transport_id:4',
    '192.168.1.9:5555       offline product:a transport_id:5',
    '????????????           no permissions (udev rules); see [http://x] usb:1-4.3 transport_id:6',
    'nonsense',
  ].join('\n');
  expect(parseDevices(list).map(({ place, state, transportId }) => [place, state, transportId])).toEqual([
    ['0123456789ABCDEF usb:1-4.1', 'device', 3],
    ['0123456789ABCDEF usb:1-4.2', 'unauthorized', 4],
    ['192.168.1.9:5555', 'offline', 5],
    ['???????????? usb:1-4.3', 'no permissions', 6],
  ]);
});

describe.runIf(program !== undefined)('with adb on the machine', () => {
  let lab: PhoneLab;
  let server: AdbServer;
  beforeEach(() => {
    lab = openLab();
  });
  afterEach(async () => {
    await server.stop();
    await lab.stop();
  });

  test('phones behind a killed adb server are offline within 10 seconds and back within 15', async () => {
    const phones = [await lab.addPhone({}, 0), await lab.addPhone({}, 1)];
    const addresses = phones.map(({ port }) => `127.0.0.1:${port}`);
    const log = pino({ level: 'silent' });
    const found: ReturnType<PhoneLab['addRunnerBy']>[] = [];
    const serverPhones = new ServerPhones({
      addresses,
      log,
      onPhone: (place) => found.push(lab.addRunnerBy((timeoutMs) => serverPhones.connect(place, timeoutMs))),
    });
    server = new AdbServer({
      program: program ?? '',
      homeDir: join(lab.dir, 'adb'),
      keyPem: readAdbKeyPem(lab.dir),
      log,
      onUp: (port) => serverPhones.up(port),
      onDown: () => serverPhones.down(),
    });
    server.start();
    const states = () => found.map(({ reports }) => reports.at(-1)?.state);
    await expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready']);

    const keys: boolean[] = [];
    found[0]?.runner.capture('tile').join({ send: (_, __, key) => keys.push(key), failed: () => undefined });
    await expect.poll(() => keys.includes(true), { timeout: 60_000 }).toBe(true);

    const pid = server.pid ?? 0;
    const killedAtMs = performance.now();
    process.kill(pid, 'SIGKILL');
    await expect.poll(states, { timeout: 60_000 }).toEqual(['absent', 'absent']);
    const offlineMs = performance.now() - killedAtMs;
    await expect.poll(states, { timeout: 60_000 - offlineMs }).toEqual(['ready', 'ready']);
    expect(server.pid).not.toBe(pid);
    console.log(
      `offline after ${offlineMs.toFixed(0)} ms, back after ${(performance.now() - killedAtMs).toFixed(0)} ms`,
    );
    expect(found).toHaveLength(2);
  });
});
