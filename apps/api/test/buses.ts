// Tests of several nodes run on both buses: what nodes talk to each other through.
import { beforeEach } from 'vitest';
import { startNatsServer, whyNoNats } from './nats-server.ts';

export type BusName = 'PostgreSQL' | 'NATS';
export const buses: readonly BusName[] = ['PostgreSQL', 'NATS'];

/** Call it in a `describe`: its tests are skipped, with the reason, where there is no server. */
export function skipWithoutBus(bus: BusName): void {
  beforeEach(({ skip }) => skip(isMissing(bus), whyNoNats));
}

/** True when there is no server: then `beforeAll` has nothing to start. */
export function isMissing(bus: BusName): boolean {
  return bus === 'NATS' && whyNoNats !== '';
}

/** `env`: what a node needs to use it. */
export async function startBus(
  bus: BusName,
): Promise<{ env: Record<string, string>; stop: () => Promise<void> }> {
  if (bus === 'PostgreSQL') return { env: {}, stop: async () => undefined };
  const server = await startNatsServer();
  return { env: { NATS_URL: server.url }, stop: server.stop };
}
