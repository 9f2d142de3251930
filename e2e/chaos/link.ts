// The cable between hosts and control plane: a TCP proxy on loopback that can silently drop all
// traffic, as a broken network does, or be made slow.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type LinkShape = { bytesPerSecond: number; delayMs: number };
export type Link = {
  readonly port: number;
  /** No byte passes in either direction, nothing is closed, and new connections get no response. */
  cut(): void;
  mend(): void;
  shape(shape: LinkShape | undefined): void;
  stop(): Promise<void>;
};

const sliceBytes = 4_096;

export async function startLink(port: number, targetPort: number): Promise<Link> {
  let isCut = false;
  let shape: LinkShape | undefined;
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const mended = (): Promise<void> =>
    isCut ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();

  /** All connections share the line, so each waits for the others' bytes. */
  let freeAtMs = 0;
  const takeTurn = async (bytes: number, { bytesPerSecond, delayMs }: LinkShape): Promise<void> => {
    const nowMs = performance.now();
    freeAtMs = Math.max(nowMs, freeAtMs) + (bytes / bytesPerSecond) * 1_000;
    await wait(freeAtMs - nowMs + delayMs);
  };
  const carry = async (from: Socket, to: Socket): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await mended();
      const slices = shape === undefined ? [chunk] : sliced(chunk);
      for (const slice of slices) {
        if (shape !== undefined) await takeTurn(slice.length, shape);
        if (!to.write(slice))
          await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
      }
    }
    to.end();
  };
  const server: Server = createServer({ noDelay: true }, (near) => {
    sockets.add(near);
    near.on('error', () => near.destroy()).once('close', () => sockets.delete(near));
    void mended().then(() => {
      const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
      sockets.add(far);
      far
        .on('error', () => near.destroy())
        .once('close', () => {
          sockets.delete(far);
          near.destroy();
        });
      near.once('close', () => far.destroy());
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const)
        carry(from, to).catch(() => to.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const mend = (): void => {
    isCut = false;
    for (const go of waiting.splice(0)) go();
  };
  return {
    port,
    cut: () => {
      isCut = true;
    },
    mend,
    shape: (wanted) => {
      shape = wanted;
    },
    stop: async () => {
      mend();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sliced(chunk: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(chunk.length / sliceBytes) }, (_, at) =>
    chunk.subarray(at * sliceBytes, (at + 1) * sliceBytes),
  );
}
