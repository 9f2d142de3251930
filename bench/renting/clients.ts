import { percentile } from '../percentile.ts';

export type Load = { perSecond: number; p50Ms: number; p99Ms: number; done: number };

/** Like `runClients`, in several rounds; `between` runs after each round and is not measured. */
export async function runRounds(
  rounds: { count: number; between: () => Promise<void> },
  clients: number,
  seconds: number,
  ask: (client: number, turn: number) => Promise<void>,
): Promise<Load> {
  const times: Times = { eachMs: [], allMs: 0 };
  for (let round = 0; round < rounds.count; round += 1) {
    await runOnce(times, clients, seconds / rounds.count, ask);
    await rounds.between();
  }
  return describe(times);
}

/** Runs a number of clients for some seconds; each calls again as soon as it has a response. */
export async function runClients(
  clients: number,
  seconds: number,
  ask: (client: number, turn: number) => Promise<void>,
): Promise<Load> {
  const times: Times = { eachMs: [], allMs: 0 };
  await runOnce(times, clients, seconds, ask);
  return describe(times);
}

type Times = { eachMs: number[]; allMs: number };

async function runOnce(
  times: Times,
  clients: number,
  seconds: number,
  ask: (client: number, turn: number) => Promise<void>,
): Promise<void> {
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; performance.now() < endMs; turn += 1) {
        const beforeMs = performance.now();
        await ask(client, turn);
        times.eachMs.push(performance.now() - beforeMs);
      }
    }),
  );
  times.allMs += performance.now() - startedMs;
}

function describe({ eachMs, allMs }: Times): Load {
  return {
    perSecond: eachMs.length / (allMs / 1_000),
    p50Ms: percentile(eachMs, 0.5),
    p99Ms: percentile(eachMs, 0.99),
    done: eachMs.length,
  };
}
