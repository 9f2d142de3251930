import { setTimeout as wait } from 'node:timers/promises';
import { decodePacketHeader } from '@pocketfleet/stream-protocol';
import { WebSocket } from 'ws';
import { startHost } from '../host/host-under-test.ts';
import { measureTree } from '../process-tree.ts';
import { startForwarder } from '../relay/forwarder-process.ts';
import type { Row } from '../row.ts';

const phones = 100;
const defaultSeconds = 300;
const settleMs = 30_000;
const sampleEveryMs = 5_000;

/** A hundred recorded phones through one relay, long enough to show a memory leak. */
export const relaySoakRow: Row = {
  name: 'relay-soak',
  aim: '100 phones through one relay: every stream keeps running, memory flat',
  async measure({ seconds = defaultSeconds }) {
    const host = await startHost(phones);
    const relay = await startForwarder('relay');
    const viewers: WebSocket[] = [];
    try {
      await host.record();
      const seen = { bytes: 0, pictures: 0 };
      const last = new Map<string, number>();
      relay.onOpenChannel((deviceId) => host.dial(deviceId, `ws://127.0.0.1:${relay.ports.agents}`));
      for (const id of host.deviceIds) {
        const viewer = new WebSocket(
          `ws://127.0.0.1:${relay.ports.viewers}/ws/devices/${id}/stream`,
          ['pocketfleet'],
          { origin: 'http://localhost', perMessageDeflate: false },
        );
        viewers.push(viewer);
        viewer.on('message', (data: Buffer, isBinary) => {
          seen.bytes += data.length;
          if (!isBinary || decodePacketHeader(data).kind !== 'video') return;
          seen.pictures += 1;
          last.set(id, performance.now());
        });
        await new Promise((resolve, reject) => viewer.once('open', resolve).once('error', reject));
      }
      await wait(settleMs);
      Object.assign(seen, { bytes: 0, pictures: 0 });
      const begin = { relay: measureTree(relay.pid), agent: measureTree(host.agentPid) };
      const startedMs = performance.now();
      const samples: { hours: number; mb: number }[] = [];
      while (performance.now() - startedMs < seconds * 1_000) {
        await wait(sampleEveryMs);
        const hours = (performance.now() - startedMs) / 3_600_000;
        samples.push({ hours, mb: measureTree(relay.pid).memoryMb });
      }
      const tookS = (performance.now() - startedMs) / 1_000;
      const end = { relay: measureTree(relay.pid), agent: measureTree(host.agentPid) };
      const alive = [...last.values()].filter((ms) => performance.now() - ms < 2_000).length;
      return {
        figures: [
          { what: 'streams that still run at the end', value: alive, unit: 'count' },
          { what: 'seconds', value: tookS, unit: 'count' },
          { what: 'pictures a second, each phone', value: seen.pictures / tookS / phones, unit: 'count' },
          { what: 'forwarded in all', value: seen.bytes / 1e6, unit: 'MB' },
          {
            what: 'CPU of the relay, of one core',
            value: ((end.relay.cpuSeconds - begin.relay.cpuSeconds) / tookS) * 100,
            unit: '%',
          },
          { what: 'memory of the relay, begin', value: begin.relay.memoryMb, unit: 'MB' },
          {
            what: 'memory of the relay, highest',
            value: Math.max(...samples.map(({ mb }) => mb)),
            unit: 'MB',
          },
          { what: 'memory of the relay, end', value: end.relay.memoryMb, unit: 'MB' },
          {
            what: 'growth over the second half, each hour',
            value: slope(samples.slice(Math.floor(samples.length / 2))),
            unit: 'MB',
          },
        ],
        baseline: [
          { what: 'memory of the agent, begin', value: begin.agent.memoryMb, unit: 'MB' },
          { what: 'memory of the agent, end', value: end.agent.memoryMb, unit: 'MB' },
        ],
        note: 'Phones, agent, relay and viewers share the cores. The first half is left out of the line: what is kept there is kept once. A short run says little of an hour all the same: its line is steep where the garbage collector has not been by.',
      };
    } finally {
      for (const viewer of viewers) viewer.terminate();
      relay.stop();
      await host.stop();
    }
  },
};

/** Least squares: megabytes for each hour. */
function slope(samples: readonly { hours: number; mb: number }[]): number {
  const mean = (pick: (sample: { hours: number; mb: number }) => number): number =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [hours, mb] = [mean((each) => each.hours), mean((each) => each.mb)];
  const above = samples.reduce((sum, each) => sum + (each.hours - hours) * (each.mb - mb), 0);
  return above / samples.reduce((sum, each) => sum + (each.hours - hours) ** 2, 0);
}
