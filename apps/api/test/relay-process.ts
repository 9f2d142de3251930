// The relay as a process of its own, to be killed, drained and started again.
import { generateKeyPairSync } from 'node:crypto';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { type ProgramProcess, spawnProgram } from './program-process.ts';

export type RelayPlace = {
  /** Of the nodes: RELAY_KEYS. */
  publicKey: string;
  /** "127.0.0.1:port", for viewers. */
  address: string;
  url: string;
  /** Starts it, and returns when the control plane has let it in. */
  start: (controlPlaneUrl: string, env?: Record<string, string>) => Promise<ProgramProcess>;
  /** Starts it without waiting. */
  spawn: (controlPlaneUrl: string, env?: Record<string, string>) => ProgramProcess;
  /** The response of the running one to `/health/ready`. */
  status: () => Promise<unknown>;
};

/** A key and ports for one relay. `publicUrl`: of the site. */
export async function placeForRelay(publicUrl = 'http://localhost:4000'): Promise<RelayPlace> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [port, agentPort, statusPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const address = `127.0.0.1:${port}`;
  const spawn: RelayPlace['spawn'] = (controlPlaneUrl, env = {}) =>
    spawnProgram('apps/relay/src/main.ts', {
      CONTROL_PLANE_URL: controlPlaneUrl,
      RELAY_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      PUBLIC_URL: publicUrl,
      RELAY_URL: `ws://${address}`,
      RELAY_AGENTS_URL: `ws://127.0.0.1:${agentPort}`,
      RELAY_PORT: String(port),
      RELAY_AGENT_PORT: String(agentPort),
      RELAY_STATUS_PORT: String(statusPort),
      ...env,
    });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    address,
    url: `ws://${address}`,
    spawn,
    start: async (controlPlaneUrl, env) => {
      const started = spawn(controlPlaneUrl, env);
      await started.ready;
      return started;
    },
    status: async () => (await fetch(`http://127.0.0.1:${statusPort}/health/ready`)).json(),
  };
}
