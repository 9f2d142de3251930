// One node of the API in a separate process, as a service manager runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../tools/postgres/free-port.ts';

export type ApiUnderLoad = {
  readonly pid: number;
  /** "127.0.0.1:port". */
  readonly site: string;
  readonly agents: string;
  stop(): Promise<void>;
};

const ownCheckout = join(import.meta.dirname, '../..');

/** `checkout` is the folder of the version that is started; this one if left out. */
export async function startApiUnderLoad(
  databaseUrl: string,
  checkout: string = ownCheckout,
): Promise<ApiUnderLoad> {
  const [sitePort, operatorPort, agentPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const child = spawn(process.execPath, [join(checkout, 'apps/api/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: '20',
      PORT: String(sitePort),
      OPERATOR_PORT: String(operatorPort),
      AGENT_PORT: String(agentPort),
      PUBLIC_URL: `http://localhost:${sitePort}`,
      // Each customer has a network of their own, because otherwise the limits would refuse them.
      TRUSTED_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the API ended with ${code}`))),
  ]);
  return {
    pid: child.pid ?? 0,
    site: `127.0.0.1:${sitePort}`,
    agents: `127.0.0.1:${agentPort}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}
