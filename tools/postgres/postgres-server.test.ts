import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

  it('refuses a copy that lacks a file, and deletes nothing of it', async () => {
    const copy = join(place, 'copy');
    cpSync(cluster.clusterDir, copy, { recursive: true });
    rmSync(join(copy, 'pocketfleet-initialised'));
    const names = readdirSync(copy);
    await expect(initCluster({ clusterDir: copy, password: 'secret' })).rejects.toThrow(
      /copy is not a whole database of ours .*nothing was changed\. Copy the whole folder again/,
    );
    expect(readdirSync(copy)).toEqual(names);
  });

  it('makes a database anew whose making was cut off', async () => {
    const cutOff = join(place, 'cut-off');
    cpSync(cluster.clusterDir, cutOff, { recursive: true });
    rmSync(join(cutOff, 'pocketfleet-initialised'));
    writeFileSync(join(cutOff, 'left-over'), '');
    writeFileSync(`${cutOff}.being-made`, '');
    await initCluster({ clusterDir: cutOff, password: 'secret' });
    expect(existsSync(join(cutOff, 'left-over'))).toBe(false);
    expect(existsSync(join(cutOff, 'pocketfleet-initialised'))).toBe(true);
    expect(existsSync(`${cutOff}.being-made`)).toBe(false);
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
