// The cost of reading screens for an agent: many phones, each read once a second, without an API in between.
import { setTimeout as wait } from 'node:timers/promises';
import { screenReply } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { measureTree } from '../process-tree.ts';
import { startHost } from './host-under-test.ts';

const everyMs = 1_000;
const firstReadWithinMs = 120_000;
/** As on a phone with much on its screen. */
export const slowPhoneMs = 400;
const slowReadings = 20;

export type Observed = {
  /** Of one core. */
  readonly cpuShare: number;
  /** From the request to the outline, at the agent's own line. */
  readonly readMs: readonly number[];
  /** Of one phone whose program takes `slowPhoneMs` for a capture, without those. */
  readonly addedToSlowMs: readonly number[];
};

export async function observePhones(phones: number, seconds: number): Promise<Observed> {
  const host = await startHost(phones);
  try {
    const lines: WebSocket[] = [];
    for (const deviceId of host.deviceIds) lines.push(await host.openScreen(deviceId));
    // The first reading installs the reader and starts it.
    for (const line of lines) await read(line, 'first');
    const before = measureTree(host.agentPid);
    const startedMs = performance.now();
    const each = await Promise.all(
      lines.map(async (line, at) => {
        const times: number[] = [];
        // Spread over the second, as callers are.
        await wait((at * everyMs) / phones);
        for (let round = 0; round < seconds; round++) {
          const startMs = performance.now();
          await read(line, `r${round}`);
          const tookMs = performance.now() - startMs;
          times.push(tookMs);
          await wait(Math.max(0, everyMs - tookMs));
        }
        return times;
      }),
    );
    const after = measureTree(host.agentPid);
    const elapsedS = (performance.now() - startedMs) / 1_000;
    const addedToSlowMs: number[] = [];
    await host.setFaults({ screenReaderDelayMs: slowPhoneMs });
    for (let round = 0; round < slowReadings && lines[0] !== undefined; round++) {
      const startMs = performance.now();
      await read(lines[0], `slow${round}`);
      addedToSlowMs.push(performance.now() - startMs - slowPhoneMs);
    }
    return {
      cpuShare: (after.cpuSeconds - before.cpuSeconds) / elapsedS,
      readMs: each.flat(),
      addedToSlowMs,
    };
  } finally {
    await host.stop();
  }
}

function read(line: WebSocket, id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('a screen was not read')), firstReadWithinMs);
    line.once('message', (data) => {
      clearTimeout(timer);
      const { reading } = screenReply.parse(JSON.parse(String(data)));
      if (reading?.problem === null) resolve();
      else reject(new Error(`a screen could not be read: ${reading?.problem} ${reading?.detail}`));
    });
    line.send(JSON.stringify({ type: 'read', id, caller: 'bench', view: 'outline' }));
  });
}
