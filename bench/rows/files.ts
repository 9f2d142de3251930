import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pushByTango } from '@pocketfleet/virtual-phone/testing/tango-host';
import { type FilesClient, openFilesClient } from '../../apps/agent/test/files-client.ts';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { joinHops } from '../files/push-joined.ts';
import { startHost } from '../host/host-under-test.ts';
import { measureTree } from '../process-tree.ts';
import type { Figure, Row } from '../row.ts';

const run = promisify(execFile);
const sizeMb = 500;
const rounds = 3;

/** Sends a file from the relay's socket through the agent to a phone and back; baselines are adb and Tango. */
export const filesRow: Row = {
  name: 'files',
  aim: 'a push at 90 % of Tango’s own speed, and never a partial file on the phone',
  async measure() {
    if (spawnSync('adb', ['version']).status !== 0)
      throw new Error('adb is not installed: there is nothing beside');
    const scratch = mkdtempSync(join(tmpdir(), 'pocketfleet-files-'));
    const host = await startHost(1);
    const adb = await startAdb(host.phonePorts[0] ?? 0);
    const joineds = '/data/local/tmp/joined.bin';
    const joined = await joinHops(host.phonePorts[0] ?? 0, joineds);
    try {
      const bytes = randomBytes(sizeMb * 1_000_000);
      const local = join(scratch, 'file');
      writeFileSync(local, bytes);
      const wanted = createHash('sha256').update(bytes).digest('hex');
      const rates = { push: [0], pull: [0], tangoPush: [0], joinedPush: [0], adbPush: [0], adbPull: [0] };
      const memoryBefore = measureTree(host.agentPid).memoryMb;
      let memoryMb = 0;
      for (let round = 0; round < rounds; round++) {
        // The variants take turns, so that other load on the machine affects all of them.
        const name = `bench-${round}.bin`;
        const path = `/sdcard/Download/${name}`;
        const pushing = openFilesClient(await host.openFiles(host.deviceIds[0] ?? ''));
        const what = { folder: '/sdcard/Download', name, modified_ms: round, install: false };
        rates.push.push(
          await rate(async () => {
            const { notices } = await pushing.push(what, bytes);
            if (notices.at(-1)?.type !== 'done') throw new Error(JSON.stringify(notices.at(-1)));
          }),
        );
        const tangos = '/data/local/tmp/tango.bin';
        rates.tangoPush.push(await rate(() => pushByTango(host.phonePorts[0] ?? 0, bytes, tangos)));
        rates.joinedPush.push(await rate(() => joined.push(bytes)));
        rates.adbPush.push(await rate(() => adb('push', local, '/data/local/tmp/native.bin')));
        const pulling = openFilesClient(await host.openFiles(host.deviceIds[0] ?? ''));
        const back = join(scratch, 'back');
        rates.pull.push(await rate(() => pullInto(back, pulling, path)));
        memoryMb = Math.max(memoryMb, measureTree(host.agentPid).memoryMb);
        if ((await hashOf(back)) !== wanted) throw new Error('another file came back than was sent');
        rmSync(back);
        rates.adbPull.push(await rate(() => adb('pull', '/data/local/tmp/native.bin', back)));
        if ((await hashOf(back)) !== wanted) throw new Error('adb brought another file back than was sent');
        await adb('shell', 'rm', path, tangos, joineds, '/data/local/tmp/native.bin');
      }
      return {
        figures: [
          best('push, best', rates.push),
          {
            what: 'push, of Tango’s own',
            value: (Math.max(...rates.push) / Math.max(...rates.tangoPush)) * 100,
            unit: '%',
          },
          {
            what: 'push, of the same hops only joined',
            value: (Math.max(...rates.push) / Math.max(...rates.joinedPush)) * 100,
            unit: '%',
          },
          best('pull, best', rates.pull),
          { what: 'memory of the agent grown', value: Math.max(0, memoryMb - memoryBefore), unit: 'MB' },
        ],
        baseline: [
          best('Tango’s own push, best', rates.tangoPush),
          best('the same hops only joined, push, best', rates.joinedPush),
          best('adb push, best', rates.adbPush),
          best('adb pull, best', rates.adbPull),
        ],
        note: `${sizeMb} MB, ${rounds} rounds taken in turn; what came back of ours and adb’s compared by SHA-256. A push is hashed on both sides and kept on the host’s disk while the phone gets it; joined hops do neither. A pull is written to a file, as adb’s is. Three processes on two cores, Tango’s two.`,
      };
    } finally {
      joined.stop();
      await adb('kill-server').catch(() => undefined);
      await host.stop();
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

/** Writes each piece to the disk as it arrives, like `adb pull`. */
async function pullInto(local: string, files: FilesClient, path: string): Promise<void> {
  const file = openSync(local, 'w');
  try {
    await files.pullTo((piece) => void writeSync(file, piece), path);
  } finally {
    closeSync(file);
  }
}

function best(what: string, rates: readonly number[]): Figure {
  return { what, value: Math.max(...rates), unit: 'MB/s' };
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return sizeMb / ((performance.now() - startedMs) / 1_000);
}

/** Debian's adb with a server of its own, connected to the phone. */
async function startAdb(phonePort: number) {
  const server = String(await findFreePort());
  const phone = `127.0.0.1:${phonePort}`;
  await run('adb', ['-P', server, 'connect', phone]);
  return async (...args: string[]): Promise<void> => {
    await run('adb', ['-P', server, '-s', phone, ...args], { timeout: 300_000 });
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
