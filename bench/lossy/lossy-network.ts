// A browser behind a line that really loses packets: it runs in a network namespace of its own, whose only way out is
// lossy-link.py.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findTestBrowser } from '../../tools/test-run/system-programs.ts';

export type LossyShape = {
  readonly bytes_per_second: number;
  /** Each way. */
  readonly delay_ms: number;
  /** Share (0 to 1) of packets, each way. */
  readonly loss: number;
  /** Share of packets that others overtake. */
  readonly reorder: number;
};

/** Packets of both directions since the shape before. `full`: dropped because the line's buffer was full. */
type Passed = { packets: number; bytes: number; lost: number; full: number };

export type LossyNetwork = {
  /** The address of this machine as the namespace sees it. */
  readonly address: string;
  /** A program that starts the browser inside. */
  readonly browserPath: string;
  shape(shape: LossyShape | undefined): Promise<Passed>;
  stop(): Promise<void>;
};

/** Throws a sentence for the row where the machine allows no namespaces or no TUN devices. */
export async function openLossyNetwork(): Promise<LossyNetwork> {
  const namespace = `pocketfleet-${process.pid}`;
  const [here, there] = ['10.77.7.1', '10.77.7.2'];
  const browser = findTestBrowser();
  if (browser === undefined) throw new Error('there is no Chromium');
  try {
    execFileSync('ip', ['netns', 'add', namespace], { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`a network namespace can't be made here: ${String(error).slice(0, 200)}`);
  }
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-lossy-'));
  const browserPath = join(place, 'browser');
  writeFileSync(browserPath, `#!/bin/sh\nexec ip netns exec ${namespace} ${browser} "$@"\n`);
  chmodSync(browserPath, 0o755);
  const link = spawn('python3', [join(import.meta.dirname, 'lossy-link.py'), namespace, here, there], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: link.stdout })[Symbol.asyncIterator]();
  const stop = async (): Promise<void> => {
    await end(link);
    execFileSync('ip', ['netns', 'delete', namespace]);
    rmSync(place, { recursive: true, force: true });
  };
  if ((await lines.next()).value !== 'ready') {
    await stop();
    throw new Error('a TUN device can’t be made here');
  }
  return {
    address: here,
    browserPath,
    async shape(shape) {
      link.stdin.write(`${JSON.stringify(shape ?? {})}\n`);
      return JSON.parse((await lines.next()).value ?? '{}') as Passed;
    },
    stop,
  };
}

async function end(link: ChildProcess): Promise<void> {
  if (link.exitCode !== null) return;
  const ended = once(link, 'exit');
  link.stdin?.end();
  await ended;
}
