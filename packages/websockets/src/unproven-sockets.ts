// Limits the number of sockets whose client is not authenticated yet, and the bytes that they may send. The cost of unknown
// clients must not grow with their number of attempts.
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { createAddressLimiter } from './address-limiter.ts';
import { ownerOf } from './client-address.ts';

export type UnprovenLimits = {
  /** Above this number at once, sockets of one address are refused. */
  perAddress: number;
  /** Above this number at once, the oldest socket is ended. */
  inAll: number;
  /** A socket that sends more before it is proven is ended. */
  maxBytes: number;
};

export type UnprovenSockets = {
  /**
   * Counts a connection until it closes or the returned function is called. Undefined when its address has too many.
   */
  admit: (stream: Duplex, address: string) => (() => void) | undefined;
};

/** Each address is logged once a minute, so that the log does not grow with the attempts. */
const logRate = { perSecond: 1 / 60, burst: 1 };

export function createUnprovenSockets(limits: UnprovenLimits, log: Logger): UnprovenSockets {
  const counts = new Map<string, number>();
  /** For each socket, the oldest first, the function that stops counting it. */
  const admitted = new Map<Duplex, () => void>();
  const logLimiter = createAddressLimiter(logRate);
  const logOnce = (address: string, message: string): void => {
    if (logLimiter.take(address)) log.warn({ address }, message);
  };
  return {
    admit: (stream, address) => {
      const owner = ownerOf(address);
      const count = counts.get(owner) ?? 0;
      if (count >= limits.perAddress) {
        logOnce(address, 'an address has too many unproven sockets: one was refused');
        return undefined;
      }
      const [oldest] = admitted;
      if (oldest !== undefined && admitted.size >= limits.inAll) {
        // The oldest is ended rather than the newest, because a real client proves itself within milliseconds.
        logOnce(address, 'there are too many unproven sockets: the oldest was ended');
        oldest[0].destroy();
        oldest[1]();
      }
      counts.set(owner, count + 1);
      let bytes = 0;
      const onData = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (bytes <= limits.maxBytes) return;
        logOnce(address, 'an unproven socket sent too much: it was ended');
        stream.destroy();
      };
      const leave = (): void => {
        if (!admitted.delete(stream)) return;
        stream.off('data', onData);
        const left = (counts.get(owner) ?? 1) - 1;
        if (left > 0) counts.set(owner, left);
        else counts.delete(owner);
      };
      admitted.set(stream, leave);
      stream.on('data', onData).once('close', leave);
      return leave;
    },
  };
}
