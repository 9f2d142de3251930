import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems give to connections that go out: such a one could take the port before it is listened on. */
const firstPort = 20_000;
const endPort = 32_000;

/** Looks for a free TCP port on loopback; `preferred` is kept if it is free. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(firstPort, endPort);
    if (await isPortFree(port)) return port;
  }
  return await listenOnce(0);
}

async function isPortFree(port: number): Promise<boolean> {
  return (await portTrouble(port, '127.0.0.1')) === undefined;
}

/** Why nobody can listen there, as the system's error code (EADDRINUSE); undefined where it is possible. */
export async function portTrouble(port: number, host: string): Promise<string | undefined> {
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
