import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChildProgram, type ProgramEvents, type ProgramSpec } from './child-program.ts';

let dir: string;
let program: ChildProgram | undefined;
type Told = ReturnType<typeof vi.fn>;
let events: { onRestart: Told; onWait: Told; isExcused: () => boolean; onDismissed: Told; onGiveUp: Told };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pocketfleet-program-'));
  events = {
    onRestart: vi.fn(),
    onWait: vi.fn(),
    isExcused: () => false,
    onDismissed: vi.fn(),
    onGiveUp: vi.fn(),
  };
});
afterEach(async () => {
  await program?.stop(1_000);
  program = undefined;
  rmSync(dir, { recursive: true, force: true });
});

it('is started once the program says that it can be used, and is gone once it is stopped', async () => {
  program = make('process.send({ ready: true }); setInterval(() => {}, 1000);');
  await program.start();
  const pid = program.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  await program.stop(1_000);
  expect(isAlive(pid)).toBe(false);
});

it('ends a program that does not listen to SIGTERM', async () => {
  program = make(
    "process.on('SIGTERM', () => {}); process.send({ ready: true }); setInterval(() => {}, 1000);",
  );
  await program.start();
  const pid = program.pid ?? 0;
  await program.stop(200);
  expect(isAlive(pid)).toBe(false);
});

it('starts a killed program again', async () => {
  program = make('process.send({ ready: true }); setInterval(() => {}, 1000);');
  await program.start();
  const first = program.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(program?.pid).not.toBe(first), { timeout: 60_000 });
  expect(events.onRestart).toHaveBeenCalledWith('sample', 'ended with SIGKILL');
});

it('lets a program wait for something else as long as it reports that, and reports what it waits for', async () => {
  const go = join(dir, 'go');
  let limits = 0;
  // Over and over while the program waits.
  const whileItWaits = async (): Promise<false> => {
    await vi.waitFor(() => expect(events.onWait).toHaveBeenCalled(), { timeout: 60_000 });
    await new Promise((done) => setImmediate(done));
    limits += 1;
    if (limits === 3) writeFileSync(go, '');
    return false;
  };
  program = make(
    `import { existsSync } from 'node:fs';
    process.send({ waiting: 'its database: frozen' });
    const look = setInterval(() => {
      if (!existsSync(${JSON.stringify(go)})) return;
      clearInterval(look);
      process.send({ ready: true });
      process.send({ waiting: '' });
      setInterval(() => {}, 1000);
    }, 20);`,
    whileItWaits,
  );
  await program.start();
  expect(limits).toBeGreaterThanOrEqual(3);
  await vi.waitFor(() =>
    expect(events.onWait.mock.calls).toEqual([
      ['sample', 'its database: frozen'],
      ['sample', ''],
    ]),
  );
});

it('says nothing of a program that goes on without having waited', async () => {
  program = make("process.send({ waiting: '' }); process.send({ ready: true }); setInterval(() => {}, 1000);");
  await program.start();
  expect(events.onWait).not.toHaveBeenCalled();
});

it('does not wait longer for a program that says nothing', async () => {
  program = make('setInterval(() => {}, 1000);', async () => false);
  await expect(program.start()).rejects.toThrow('sample was not ready within 60 s');
});

it('tries a program again for as long as it can’t be blamed for its deaths', async () => {
  events.isExcused = () => true;
  program = make('process.exit(1);');
  void program.start().catch(() => {});
  await vi.waitFor(() => expect(events.onRestart).toHaveBeenCalledTimes(6), { timeout: 60_000 });
  expect(events.onGiveUp).not.toHaveBeenCalled();
});

it('restarts a program and reports its last error as the reason', async () => {
  program = make("console.error('Error: the password is wrong'); process.exit(1);");
  void program.start().catch(() => {});
  await vi.waitFor(() => expect(events.onRestart).toHaveBeenCalled(), { timeout: 60_000 });
  expect(events.onRestart).toHaveBeenCalledWith('sample', 'ended with 1: Error: the password is wrong');
});

it('gives up a program whose configuration is refused, with its own last words', async () => {
  program = make("console.error('Error: PORT is missing'); process.exit(78);");
  void program.start().catch(() => {});
  await vi.waitFor(() => expect(events.onGiveUp).toHaveBeenCalled(), { timeout: 60_000 });
  expect(events.onGiveUp).toHaveBeenCalledWith('sample', 'ended with 78: Error: PORT is missing');
  expect(events.onRestart).not.toHaveBeenCalled();
});

it('leaves a program alone that was sent away: the others go on', async () => {
  program = make("console.error('its key was revoked'); process.exit(77);");
  void program.start().catch(() => {});
  await vi.waitFor(() => expect(events.onDismissed).toHaveBeenCalled(), { timeout: 60_000 });
  expect(events.onDismissed).toHaveBeenCalledWith('sample', 'ended with 77: its key was revoked');
  expect(events.onRestart).not.toHaveBeenCalled();
  expect(events.onGiveUp).not.toHaveBeenCalled();
});

it('keeps what the program prints in its log', async () => {
  program = make("console.log('hello'); process.send({ ready: true }); setInterval(() => {}, 1000);");
  await program.start();
  await vi.waitFor(() => expect(readFileSync(join(dir, 'sample.log'), 'utf8')).toBe('hello\n'));
});

function make(code: string, waitUntilLate?: (signal: AbortSignal) => Promise<false>): ChildProgram {
  const entry = join(dir, 'sample.mjs');
  writeFileSync(entry, code);
  const spec: ProgramSpec = { name: 'sample', entry, env: {}, cwd: dir, logPath: join(dir, 'sample.log') };
  return new ChildProgram(spec, events as unknown as ProgramEvents, waitUntilLate);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
