// The runners of all phones of this host: phones reached directly over TCP, and phones found by its adb server.
import { join } from 'node:path';
import type { DeviceReport } from '@pocketfleet/contract';
import type { AdbLink } from './adb/adb-link.ts';
import { AdbServer } from './adb/adb-server.ts';
import { ServerPhones } from './adb/server-phones.ts';
import { connectAdb } from './adb/tcp-connection.ts';
import { openAdbCredentials, readAdbKeyPem } from './agent-files.ts';
import type { Config } from './config.ts';
import { DeviceRunner, type RunnerDeps } from './device-runner.ts';
import { PhoneClaims } from './phone-claims.ts';

export class HostPhones {
  readonly #runners: DeviceRunner[] = [];
  readonly #server: AdbServer | undefined;

  constructor(config: Config, deps: Pick<RunnerDeps, 'log' | 'serverFile' | 'screenTools' | 'onReport'>) {
    const claims = new PhoneClaims();
    const credentials = openAdbCredentials(config.dataDir, config.name);
    const add = (name: string, connect: (timeoutMs: number) => Promise<AdbLink>): DeviceRunner => {
      const log = deps.log.child({ phone: name });
      const runner = new DeviceRunner({ ...deps, log, connect, claims });
      this.#runners.push(runner);
      return runner;
    };
    for (const text of config.adbAddresses) {
      const colon = text.lastIndexOf(':');
      const address = { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
      add(text, (timeoutMs) => connectAdb(address, credentials, timeoutMs));
    }
    if (config.adbProgram === undefined) return;
    const phones = new ServerPhones({
      addresses: config.adbConnect,
      log: deps.log,
      onPhone: (place) => add(place, (timeoutMs) => phones.connect(place, timeoutMs)).start(),
    });
    this.#server = new AdbServer({
      program: config.adbProgram,
      homeDir: join(config.dataDir, 'adb'),
      keyPem: readAdbKeyPem(config.dataDir),
      log: deps.log,
      onUp: (port) => phones.up(port),
      onDown: () => phones.down(),
    });
  }

  start(): void {
    for (const runner of this.#runners) runner.start();
    this.#server?.start();
  }

  async stop(): Promise<void> {
    // The server stops first, so that it finds no phone whose runner would not be stopped.
    await this.#server?.stop();
    await Promise.all(this.#runners.map((runner) => runner.stop()));
  }

  reports(): DeviceReport[] {
    return this.#runners.flatMap((runner) => runner.report() ?? []);
  }

  find(isMatch: (identity: string) => boolean): DeviceRunner | undefined {
    return this.#runners.find((runner) => runner.identity !== undefined && isMatch(runner.identity));
  }
}
