// A clock that can be moved under running programs: libfaketime, a package of Debian. Monotonic time, which timers use,
// is not affected, as when somebody sets a real machine's clock.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

export type SteppedClock = {
  /** The environment that a program needs for this clock. */
  readonly env: Record<string, string>;
  /** A folder with `bin/postgres` that runs the real one under this clock. */
  wrapPostgres(binariesDir: string): string;
  /** The offset from the real time in seconds; programs see a change within one second. */
  step(seconds: number): void;
};

export function makeSteppedClock(dir: string): SteppedClock {
  if (!existsSync(library)) throw new Error('libfaketime is missing: apt-get install libfaketime');
  mkdirSync(join(dir, 'bin'), { recursive: true });
  const file = join(dir, 'offset');
  const step = (seconds: number): void =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
  step(0);
  for (const path of [dir, join(dir, 'bin')]) chmodSync(path, 0o755);
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  return {
    env,
    step,
    wrapPostgres: (binariesDir) => {
      const set = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
      const script = join(dir, 'bin/postgres');
      writeFileSync(script, `#!/bin/sh\nexec env ${set.join(' ')} '${binariesDir}/bin/postgres' "$@"\n`);
      chmodSync(script, 0o755);
      return dir;
    },
  };
}
