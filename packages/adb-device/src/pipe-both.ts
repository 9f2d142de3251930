import type { Duplex } from 'node:stream';

/** Joins two sockets until either ends; both are gone afterwards. What was on its way still arrives. */
export function pipeBoth(a: Duplex, b: Duplex): void {
  for (const [from, to] of [[a, b] as const, [b, a] as const]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      if (!to.writableEnded) to.end();
    });
  }
}
