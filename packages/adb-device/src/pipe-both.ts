import type { Duplex } from 'node:stream';

/** Joins two sockets. When one ends, the other receives the bytes in flight and ends as well. */
export function pipeBoth(a: Duplex, b: Duplex): void {
  for (const [from, to] of [[a, b] as const, [b, a] as const]) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      if (!to.writableEnded) to.end();
    });
  }
}
