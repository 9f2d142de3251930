import { setTimeout as wait } from 'node:timers/promises';
import { decodePacketHeader } from '@pocketfleet/stream-protocol';
import { type HostUnderTest, startHost } from '../host/host-under-test.ts';
import { percentile } from '../percentile.ts';
import { measureTree } from '../process-tree.ts';
import type { Row } from '../row.ts';

const phones = 50;
const defaultSeconds = 30;
const settleMs = 5_000;
/** Of the sequence of a capture. */
const sequences = 2 ** 32;

type Seen = { pictures: number; lost: number; gapsMs: number[] };

/** Fifty phones that are watched, first without and then with a recording of each. */
export const recorderRow: Row = {
  name: 'recorder',
  aim: 'fifty recordings at once: no lost picture in the live view, and sending that disturbs no stream',
  async measure({ seconds = defaultSeconds }) {
    const host = await startHost(phones);
    try {
      await host.record();
      const seen = await watchAll(host);
      await wait(settleMs);
      const without = await measure(host, seen, seconds);
      for (const deviceId of host.deviceIds) host.startRecording(deviceId);
      await wait(settleMs);
      const sentBefore = { ...host.uploads };
      const recorded = await measure(host, seen, seconds);
      const bytes = host.uploads.bytes - sentBefore.bytes;
      const perPhoneHour = ((bytes / phones) * (3_600 / recorded.elapsedS)) / 1e6;
      return {
        figures: [
          { what: 'pictures that the live view lost', value: recorded.lost, unit: 'count' },
          {
            what: 'pictures a second, each phone',
            value: recorded.pictures / recorded.elapsedS / phones,
            unit: 'count',
          },
          { what: 'time between two pictures, p99', value: recorded.gapMs, unit: 'ms' },
          { what: 'CPU of the agent, of one core', value: recorded.cpu * 100, unit: '%' },
          {
            what: 'CPU of recording an hour of one phone',
            value: ((recorded.cpu - without.cpu) * 3_600) / phones,
            unit: 's',
          },
          { what: 'sent for an hour of one phone', value: perPhoneHour, unit: 'MB' },
          { what: 'chunks that were sent', value: host.uploads.chunks - sentBefore.chunks, unit: 'count' },
          { what: 'memory of the agent', value: recorded.memoryMb, unit: 'MB' },
        ],
        baseline: [
          { what: 'without recording: lost pictures', value: without.lost, unit: 'count' },
          { what: 'without recording: time between two pictures, p99', value: without.gapMs, unit: 'ms' },
          { what: 'without recording: CPU of the agent, of one core', value: without.cpu * 100, unit: '%' },
        ],
        note: 'The phones stream recorded pictures at 720p and 30 a second, and have no screens to read. Phones, agent and receiver share the cores.',
      };
    } finally {
      await host.stop();
    }
  },
};

/** A lost picture is a number that is missing in the sequence of a capture. */
async function watchAll(host: HostUnderTest): Promise<Seen> {
  const seen: Seen = { pictures: 0, lost: 0, gapsMs: [] };
  for (const deviceId of host.deviceIds) {
    const socket = await host.openChannel(deviceId, 'baseline');
    let last: { sequence: number; atMs: number } | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      const { kind, sequence } = decodePacketHeader(data);
      const atMs = performance.now();
      if (last !== undefined) seen.lost += (sequence - last.sequence - 1 + sequences) % sequences;
      if (kind === 'video') {
        seen.pictures += 1;
        if (last !== undefined) seen.gapsMs.push(atMs - last.atMs);
      }
      last = { sequence, atMs };
    });
  }
  return seen;
}

async function measure(host: HostUnderTest, seen: Seen, seconds: number) {
  Object.assign(seen, { pictures: 0, lost: 0, gapsMs: [] });
  const before = measureTree(host.agentPid);
  const startedMs = performance.now();
  await wait(seconds * 1_000);
  const elapsedS = (performance.now() - startedMs) / 1_000;
  const after = measureTree(host.agentPid);
  const cpu = (after.cpuSeconds - before.cpuSeconds) / elapsedS;
  const { pictures, lost } = seen;
  return { pictures, lost, gapMs: percentile(seen.gapsMs, 0.99), cpu, memoryMb: after.memoryMb, elapsedS };
}
