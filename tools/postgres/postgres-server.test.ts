import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from './free-port.ts';
import { type Cluster, initCluster } from './init-cluster.ts';
import { startPostgres } from './postgres-server.ts';
import { settingsForKeeps } from './settings.ts';

describe('the embedded database', () => {
  let place: string;
  let cluster: Cluster;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'pocketfleet-postgres-'));
    chmodSync(place, 0o711);
    cluster = await initCluster({ clusterDir: join(place, 'postgres'), password: 'secret' });
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('answers on loopback once it is started, and is gone once it is stopped', async () => {
    const server = await startPostgres({ cluster, port: await findFreePort(), settings: settingsForKeeps });
    expect(await answers(server.port)).toBe(true);
    await server.stop();
    expect(await answers(server.port)).toBe(false);
  });

  it('stops the orphan of a killed supervisor before it starts again', async () => {
    const orphan = await startPostgres({ cluster, port: await findFreePort(), settings: settingsForKeeps });
    const server = await startPostgres({ cluster, port: await findFreePort(), settings: settingsForKeeps });
    expect(await answers(orphan.port)).toBe(false);
    expect(await answers(server.port)).toBe(true);
    await server.stop();
  });

  it('says why it can not start when the port is taken', async () => {
    const first = await startPostgres({ cluster, port: await findFreePort(), settings: settingsForKeeps });
    const otherCluster = await initCluster({ clusterDir: join(place, 'other'), password: 'secret' });
    await expect(
      startPostgres({ cluster: otherCluster, port: first.port, settings: settingsForKeeps }),
    ).rejects.toThrow(/did not start: could not create any TCP\/IP sockets/);
    await first.stop();
  });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
