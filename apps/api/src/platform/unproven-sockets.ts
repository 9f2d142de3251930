// Limits for sockets whose other side has not yet shown who it is: how many there are, and how much they may send.
// What strangers cost must not depend on how hard they try.
import type { Duplex } from 'node:stream';
import { createAddressLimiter } from './address-limiter.ts';
import { ownerOf } from './client-address.ts';
import type { Log } from './log.ts';

export type UnprovenLimits = {
  /** Sockets of one address at once: more are refused. Of all addresses: the oldest makes room. */
  perAddress: number;
  inAll: number;
  /** What one of them may send before it has proven itself; one that sends more is cut off. */
  maxBytes: number;
};

export type Strangers = {
  /**
   * Counts a connection until the function that it returns is called, or it is closed. Undefined when its address has
   * too many.
   */
  admit: (stream: Duplex, address: string) => (() => void) | undefined;
};

/** The log names each address once a minute: what it shows must not grow with what strangers send. */
const logged = { perSecond: 1 / 60, burst: 1 };

export function createStrangers(limits: UnprovenLimits, log: Log): Strangers {
  const counts = new Map<string, number>();
  /** How to stop counting each, the oldest first. */
  const admitted = new Map<Duplex, () => void>();
  const mayBeLogged = createAddressLimiter(logged);
  const note = (address: string, what: string): void => {
    if (mayBeLogged.take(address)) log.warn({ address }, what);
  };
  return {
    admit: (stream, address) => {
      const owner = ownerOf(address);
      const count = counts.get(owner) ?? 0;
      if (count >= limits.perAddress) {
        note(address, 'an address has too many unproven sockets: one was refused');
        return undefined;
      }
      const [oldest] = admitted;
      if (oldest !== undefined && admitted.size >= limits.inAll) {
        // The oldest goes rather than the newest: whoever can prove itself needs milliseconds for it.
        note(address, 'there are too many unproven sockets: the oldest was cut off');
        oldest[0].destroy();
        oldest[1]();
      }
      counts.set(owner, count + 1);
      let bytes = 0;
      const read = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (bytes <= limits.maxBytes) return;
        note(address, 'an unproven socket sent too much: it was cut off');
        stream.destroy();
      };
      const leave = (): void => {
        if (!admitted.delete(stream)) return;
        stream.off('data', read);
        const left = (counts.get(owner) ?? 1) - 1;
        if (left > 0) counts.set(owner, left);
        else counts.delete(owner);
      };
      admitted.set(stream, leave);
      stream.on('data', read).once('close', leave);
      return leave;
    },
  };
}
