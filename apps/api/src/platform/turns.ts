// Work that must not all be done at once: so much of it runs, the rest waits in the order in which it came. How much
// may wait is up to who asks, by `waiting`.
export type Turns = {
  /** How many wait. */
  waiting: () => number;
  take: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    waiting: () => waiting.length,
    take: async (work) => {
      // The one that ends hands its place over, so `running` stays as it is.
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
