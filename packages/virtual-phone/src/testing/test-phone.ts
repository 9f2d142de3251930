import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AndroidDouble, androidDouble } from '@pocketfleet/phone-parts/testing/android-double';
import { modelAt } from '../models.ts';
import { type Phone, type PhoneOptions, startPhone } from '../phone.ts';

export interface TestPhone extends AsyncDisposable {
  readonly phone: Phone;
  readonly android: AndroidDouble;
  readonly stateDir: string;
  /** Unexpected errors of services. */
  readonly errors: unknown[];
}

/** A phone on a free port, with a double of the drawn half and a folder of its own that is removed at the end. */
export async function startTestPhone(options: Partial<PhoneOptions> = {}): Promise<TestPhone> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'virtual-phone-'));
  const errors: unknown[] = [];
  const started: { android?: AndroidDouble } = {};
  const phone = await startPhone(
    {
      now: Date.now,
      onError: (_context, error) => errors.push(error),
      startAndroid: async (world) => {
        started.android = androidDouble(world);
        return started.android.half;
      },
    },
    { model: modelAt(0), port: 0, ...options, stateDir },
  );
  if (started.android === undefined) throw new Error('the drawn half was not started');
  return {
    phone,
    android: started.android,
    stateDir,
    errors,
    async [Symbol.asyncDispose]() {
      await phone.stop();
      if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
