// A host's line to the control plane and its relays that takes only so much: what goes up shares one queue, as in a router. What
// doesn't fit into it waits in the buffers of the host's computer.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const tickMs = 2;
/** As a network's, so that a large piece doesn't pass before small ones of others. */
const packetBytes = 1_460;

export type NarrowLine = {
  readonly port: number;
  stop(): void;
};

/** `queueBytes`: of the router. */
export async function openNarrowLine(
  port: number,
  { bytesPerSecond, queueBytes }: { bytesPerSecond: number; queueBytes: number },
): Promise<NarrowLine> {
  const sockets = new Set<Socket>();
  const uplinks = new Set<Socket>();
  const queue: { readonly to: Socket; readonly piece: Buffer }[] = [];
  let queued = 0;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    keep(near);
    keep(far);
    uplinks.add(near);
    if (queued >= queueBytes) near.pause();
    near.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += packetBytes)
        queue.push({ to: far, piece: data.subarray(at, at + packetBytes) });
      queued += data.length;
      if (queued >= queueBytes) for (const each of uplinks) each.pause();
    });
    near.on('close', () => {
      uplinks.delete(near);
      far.destroy();
    });
    far.pipe(near);
    far.on('close', () => near.destroy());
  });
  let lastMs = performance.now();
  let budget = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // Nothing is saved up while the line is idle. A timer that is late takes nothing from a line that isn't.
    const passed = ((nowMs - lastMs) / 1_000) * bytesPerSecond;
    budget = queue.length === 0 ? packetBytes : budget + passed;
    lastMs = nowMs;
    for (let next = queue[0]; next !== undefined && next.piece.length <= budget; next = queue[0]) {
      queue.shift();
      queued -= next.piece.length;
      budget -= next.piece.length;
      if (!next.to.destroyed) next.to.write(next.piece);
    }
    if (queued < queueBytes) for (const each of uplinks) each.resume();
  }, tickMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
