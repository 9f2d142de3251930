import { percentile } from '../percentile.ts';

export type Load = { perSecond: number; p50Ms: number; p99Ms: number; done: number };

/** So many clients, each asking again as soon as it is answered, for so many seconds. */
export async function runClients(
  clients: number,
  seconds: number,
  ask: (client: number, turn: number) => Promise<void>,
): Promise<Load> {
  const timesMs: number[] = [];
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; performance.now() < endMs; turn += 1) {
        const beforeMs = performance.now();
        await ask(client, turn);
        timesMs.push(performance.now() - beforeMs);
      }
    }),
  );
  const tookS = (performance.now() - startedMs) / 1_000;
  return {
    perSecond: timesMs.length / tookS,
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    done: timesMs.length,
  };
}
