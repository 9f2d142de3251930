import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the range of outgoing connections, one of which could take the port before the server listens on it. */
const firstPort = 20_000;
const endPort = 32_000;

/**
 * A process takes its ports from blocks of its own. It listens on the first port of a block for as long as it lives, so
 * two processes that choose ports at the same moment never choose the same one.
 */
const blockSize = 50;
const blockCount = (endPort - firstPort) / blockSize;
/** The servers on the first ports of this process's blocks. */
const claims: Server[] = [];
let untried: number[] = [];

/** Finds a free TCP port on loopback; `preferred` if it is free. It never returns a chosen port a second time. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let tries = 0; tries < 10 * blockSize; tries += 1) {
    const port = untried.shift();
    if (port === undefined) {
      if (!(await claimBlock())) break;
    } else if (await isPortFree(port)) {
      return port;
    }
  }
  return await listenOnce(0);
}

/** Returns false where other processes hold every block that was tried. */
async function claimBlock(): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const first = firstPort + blockSize * randomInt(blockCount);
    const server = createServer((socket) => socket.destroy());
    try {
      await listen(server, first, '127.0.0.1');
    } catch {
      continue;
    }
    server.unref();
    claims.push(server);
    untried = [...untried, ...Array.from({ length: blockSize - 1 }, (_, index) => first + 1 + index)];
    return true;
  }
  return false;
}

async function isPortFree(port: number): Promise<boolean> {
  return (await findPortError(port, '127.0.0.1')) === undefined;
}

/** The system's error code for listening on this port, such as EADDRINUSE; undefined where it is possible. */
export async function findPortError(port: number, host: string): Promise<string | undefined> {
  try {
    await listenOnce(port, host);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

async function listenOnce(port: number, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  await listen(server, port, host);
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : port;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve());
  });
}
