import { setTimeout as wait } from 'node:timers/promises';
import { decodePacketHeader } from '@pocketfleet/stream-protocol';
import { startHost } from '../host/host-under-test.ts';
import { measureTree } from '../process-tree.ts';
import { measureForwarder } from '../relay/load.ts';
import type { Row } from '../row.ts';

const phones = 100;
const seconds = 10;
const settleMs = 5_000;

/** One agent, a hundred recorded phones, each streamed at 720p and 30 pictures a second. */
export const densityRow: Row = {
  name: 'density',
  aim: '100 phones at 720p30 through one agent, less than one core',
  async measure() {
    const host = await startHost(phones);
    try {
      await host.record();
      const idle = measureTree(host.agentPid);
      const seen = { bytes: 0, pictures: 0, streams: new Set<number>() };
      for (const [at, deviceId] of host.deviceIds.entries()) {
        const socket = await host.openChannel(deviceId, 'baseline');
        socket.on('message', (data: Buffer, isBinary) => {
          seen.bytes += data.length;
          if (!isBinary || decodePacketHeader(data).kind !== 'video') return;
          seen.pictures += 1;
          seen.streams.add(at);
        });
      }
      await wait(settleMs);
      Object.assign(seen, { bytes: 0, pictures: 0, streams: new Set() });
      const before = measureTree(host.agentPid);
      const othersBefore = measureOthers(host.phonesPid);
      const startedMs = performance.now();
      await wait(seconds * 1_000);
      const elapsedS = (performance.now() - startedMs) / 1_000;
      const after = measureTree(host.agentPid);
      const others = measureOthers(host.phonesPid);
      const { bytes, pictures, streams } = { ...seen };
      const cpu = (after.cpuSeconds - before.cpuSeconds) / elapsedS;
      const perGb = (after.cpuSeconds - before.cpuSeconds) / (bytes / 1e9);
      const load = { streams: phones, packetsPerSecond: 30, seconds };
      const pipe = await measureForwarder('pipe', {
        ...load,
        bitsPerSecond: Math.round((bytes * 8) / elapsedS / phones),
      });
      return {
        figures: [
          { what: 'phones that streamed', value: streams.size, unit: 'count' },
          { what: 'pictures a second, each phone', value: pictures / elapsedS / phones, unit: 'count' },
          { what: 'CPU of the agent, of one core', value: cpu * 100, unit: '%' },
          {
            what: 'CPU of the phones, of one core',
            value: ((others.phonesS - othersBefore.phonesS) / elapsedS) * 100,
            unit: '%',
          },
          {
            what: 'CPU of the receiver, of one core',
            value: ((others.receiverS - othersBefore.receiverS) / elapsedS) * 100,
            unit: '%',
          },
          { what: 'CPU for each GB', value: perGb, unit: 's/GB' },
          { what: 'memory with 100 idle phones', value: idle.memoryMb, unit: 'MB' },
          { what: 'memory with 100 streams', value: after.memoryMb, unit: 'MB' },
        ],
        baseline: [{ what: 'raw pipe of as many bytes, CPU', value: pipe.cpuSecondsPerGb, unit: 's/GB' }],
        note: 'Phones, agent and receiver share the cores: fewer than 30 pictures with an agent far below a core are phones or receiver that got none. The pipe reads and writes TCP, without adb or framing.',
      };
    } finally {
      await host.stop();
    }
  },
};

/** The CPU seconds so far of the other processes: the phones, all in one, and this one, which receives. */
function measureOthers(phonesPid: number): { phonesS: number; receiverS: number } {
  const { user, system } = process.cpuUsage();
  return { phonesS: measureTree(phonesPid).cpuSeconds, receiverS: (user + system) / 1e6 };
}
