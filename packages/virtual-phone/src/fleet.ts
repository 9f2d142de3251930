import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeState } from '@pocketfleet/android-shell';
import { modelAt } from './models.ts';
import { type Phone, type PhoneDeps, startPhone } from './phone.ts';

export interface FleetOptions {
  readonly dataDir: string;
  readonly count: number;
  /** One port for each phone; a missing one is chosen by the system. */
  readonly ports: readonly number[];
  /** True when the last phone has lists as long as a real one; see PhoneModel. */
  readonly isRealSize?: boolean;
}

/** Starts the phones of one process and writes `virtual-phones.json` into the data folder. */
export async function startFleet(deps: PhoneDeps, options: FleetOptions): Promise<Phone[]> {
  mkdirSync(options.dataDir, { recursive: true });
  const phones: Phone[] = [];
  try {
    for (let index = 0; index < options.count; index++) {
      const isRealSize = options.isRealSize === true && index === options.count - 1;
      const model = { ...modelAt(index), isRealSize };
      const stateDir = join(options.dataDir, 'phones', model.serial);
      phones.push(await startPhone(deps, { model, stateDir, port: options.ports[index] ?? 0 }));
    }
  } catch (error) {
    await Promise.all(phones.map((phone) => phone.stop()));
    throw error;
  }
  const list = phones.map(({ model, port }) => ({
    tag: model.tag,
    serial: model.serial,
    model: model.model,
    adb: { host: '127.0.0.1', port },
  }));
  writeState(join(options.dataDir, 'virtual-phones.json'), list);
  return phones;
}
