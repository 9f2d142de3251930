// Virtual phones in this process with the agent's runners for them, for tests that break and compare phones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceReport } from '@pocketfleet/contract';
import type { PhoneModel } from '@pocketfleet/phone-parts';
import { modelAt, type Phone, startAndroid, startPhone } from '@pocketfleet/virtual-phone';
import { pino } from 'pino';
import type { AdbLink } from '../src/adb/adb-link.ts';
import { connectAdb } from '../src/adb/tcp-connection.ts';
import { openAdbCredentials } from '../src/agent-files.ts';
import { DeviceRunner } from '../src/device-runner.ts';
import { PhoneClaims } from '../src/phone-claims.ts';
import { readServerFile } from '../src/scrcpy/server-process.ts';
import { readScreenTools } from '../src/screen/screen-tools.ts';

export type LabRunner = {
  readonly runner: DeviceRunner;
  readonly reports: DeviceReport[];
  connections(): number;
};

export type PhoneLab = {
  readonly dir: string;
  readonly credentials: ReturnType<typeof openAdbCredentials>;
  addPhone(model?: Partial<PhoneModel>, base?: number): Promise<Phone>;
  /** Starts another runner for a phone. All runners of a lab belong to one host. */
  addRunner(port: number): LabRunner;
  addRunnerBy(connect: (timeoutMs: number) => Promise<AdbLink>): LabRunner;
  stop(): Promise<void>;
};

export function openLab(): PhoneLab {
  const dir = mkdtempSync(join(tmpdir(), 'pf-phone-lab-'));
  const credentials = openAdbCredentials(dir, 'test');
  const claims = new PhoneClaims();
  const serverFile = readServerFile(process.env['SCRCPY_SERVER'] ?? '');
  const screenTools = readScreenTools(process.env['SCREEN_READER'] ?? '', {
    // A busy machine draws its first picture slowly.
    readyTimeoutMs: 30_000,
    requestTimeoutMs: 30_000,
  });
  const phones: Phone[] = [];
  const runners: DeviceRunner[] = [];
  return {
    dir,
    credentials,
    async addPhone(model = {}, base = 0) {
      const onError = (context: string, error: unknown): void => {
        throw new Error(context, { cause: error });
      };
      const phone = await startPhone(
        { startAndroid, now: Date.now, onError },
        { model: { ...modelAt(base), ...model }, stateDir: join(dir, `phone-${phones.length}`), port: 0 },
      );
      phones.push(phone);
      return phone;
    },
    addRunner(port) {
      return this.addRunnerBy((timeoutMs) => connectAdb({ host: '127.0.0.1', port }, credentials, timeoutMs));
    },
    addRunnerBy(connect) {
      const reports: DeviceReport[] = [];
      let connections = 0;
      const runner = new DeviceRunner({
        connect: (timeoutMs) => {
          connections++;
          return connect(timeoutMs);
        },
        claims,
        serverFile,
        screenTools,
        log: pino({ level: 'silent' }),
        onReport: (report) => reports.push(report),
      });
      runners.push(runner);
      runner.start();
      return { runner, reports, connections: () => connections };
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
      await Promise.all(phones.map((phone) => phone.stop()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
