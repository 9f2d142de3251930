// The child process of throwaway.ts: runs a PostgreSQL server in a temporary folder until the IPC channel closes.
// The kernel closes the channel however the parent ends, so nothing of a test run is left behind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { initCluster } from './init-cluster.ts';
import { startPostgres } from './postgres-server.ts';
import { settingsForKeeps, settingsForTests } from './settings.ts';
import type { ThrowawayMessage } from './throwaway.ts';
import { makeThrowawayPlace } from './throwaway-place.ts';

const send = (message: ThrowawayMessage): void => {
  if (process.connected) process.send?.(message);
};
const isOver = new Promise<void>((resolve) => {
  process.once('disconnect', () => resolve());
  process.once('SIGTERM', () => resolve());
});
// Ctrl-C reaches the whole process group, but the parent may still need the server to stop.
process.on('SIGINT', () => {});

const isOnDisk = process.argv[2] === 'to the disk';
const place = isOnDisk ? mkdtempSync(join(tmpdir(), 'pocketfleet-test-')) : makeThrowawayPlace();
chmodSync(place, 0o711);
try {
  const cluster = await initCluster({ clusterDir: join(place, 'postgres'), password: 'test' });
  const settings = isOnDisk ? settingsForKeeps : settingsForTests;
  const server = await startPostgres({ cluster, port: await findFreePort(), settings });
  send({ url: server.url('postgres') });
  await isOver;
  await server.stop();
} catch (error) {
  send({ error: error instanceof Error ? error.message : String(error) });
} finally {
  rmSync(place, { recursive: true, force: true });
  if (process.connected) process.disconnect();
}
