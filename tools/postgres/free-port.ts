import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of outgoing connections, one of which could take the port before the server listens on it. */
const firstPort = 20_000;
const endPort = 32_000;

/** Finds a free TCP port on loopback; `preferred` if it is free. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(firstPort, endPort);
    if (await isPortFree(port)) return port;
  }
  return await listenOnce(0);
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

function listenOnce(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(chosen));
    });
  });
}
