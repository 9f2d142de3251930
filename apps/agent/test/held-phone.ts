// A virtual phone in this process with the agent's runner for it, for tests that look inside the phone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelAt, type Phone, startAndroid, startPhone } from '@pocketfleet/virtual-phone';
import { pino } from 'pino';
import { connectAdb } from '../src/adb/tcp-connection.ts';
import { openAdbCredentials } from '../src/agent-files.ts';
import type { CleanablePhone } from '../src/cleaning/clean.ts';
import { DeviceRunner } from '../src/device-runner.ts';
import { wipeSpool } from '../src/files/spool.ts';
import { PhoneClaims } from '../src/phone-claims.ts';
import { readServerFile } from '../src/scrcpy/server-process.ts';
import { readScreenTools } from '../src/screen/screen-tools.ts';

export type RunningPhone = {
  phone: Phone;
  runner: DeviceRunner;
  /** The host's folder for partial files. */
  spoolDir: string;
  /** The phone, held for one piece of work. */
  hold: <Result>(work: (phone: CleanablePhone) => Promise<Result>) => Promise<Result>;
  stop: () => Promise<void>;
};

export async function startRunningPhone(): Promise<RunningPhone> {
  const dir = mkdtempSync(join(tmpdir(), 'pf-held-phone-'));
  const onError = (context: string, error: unknown): void => {
    throw new Error(context, { cause: error });
  };
  const phone = await startPhone(
    { startAndroid, now: Date.now, onError },
    { model: modelAt(0), stateDir: join(dir, 'phone'), port: 0 },
  );
  await phone.setFaults({ rebootMs: 10 });
  const spoolDir = join(dir, 'spool');
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const credentials = openAdbCredentials(dir, 'test');
  const runner = new DeviceRunner({
    connect: (timeoutMs) => connectAdb({ host: '127.0.0.1', port: phone.port }, credentials, timeoutMs),
    claims: new PhoneClaims(),
    serverFile: readServerFile(process.env['SCRCPY_SERVER'] ?? ''),
    screenTools: readScreenTools(process.env['SCREEN_READER'] ?? ''),
    log: pino({ level: 'silent' }),
    onReport: ({ state }) => {
      if (state === 'ready') isReady();
    },
  });
  runner.start();
  await ready;
  return {
    phone,
    runner,
    spoolDir,
    hold: (work) =>
      runner.hold((held) => work({ ...held, wipeSpool: () => wipeSpool(spoolDir, runner.identity ?? '') })),
    stop: async () => {
      await runner.stop();
      await phone.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
