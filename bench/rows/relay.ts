import { percentile } from '../percentile.ts';
import { type Load, measureForwarder } from '../relay/load.ts';
import type { Row } from '../row.ts';

const cost: Load = { streams: 24, bitsPerSecond: 8_000_000, packetsPerSecond: 60, seconds: 8 };
/** 200 tiles as in the mosaic: both ends are on this machine, which can't produce 200 large streams. */
const crowd: Load = { streams: 200, bitsPerSecond: 1_000_000, packetsPerSecond: 15, seconds: 8 };
const rounds = 3;

/** The relay in its own process, in turns with plain websockets and a raw pipe in the same place. */
export const relayRow: Row = {
  name: 'relay',
  aim: '1.1 times the CPU of the raw pipe; added delay p99 10 ms at 200 streams',
  async measure() {
    const relayCosts: number[] = [];
    const socketCosts: number[] = [];
    const pipeCosts: number[] = [];
    const shares: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const pipe = await measureForwarder('pipe', cost);
      const sockets = await measureForwarder('sockets', cost);
      const relay = await measureForwarder('relay', cost);
      pipeCosts.push(pipe.cpuSecondsPerGb);
      socketCosts.push(sockets.cpuSecondsPerGb);
      relayCosts.push(relay.cpuSecondsPerGb);
      shares.push(relay.deliveredShare);
    }
    const pipeCrowd = await measureForwarder('pipe', crowd);
    const socketsCrowd = await measureForwarder('sockets', crowd);
    const relayCrowd = await measureForwarder('relay', crowd);
    const relayCost = percentile(relayCosts, 0.5);
    const socketCost = percentile(socketCosts, 0.5);
    const pipeCost = percentile(pipeCosts, 0.5);
    const relayDelay = percentile(relayCrowd.delaysMs, 0.99);
    const pipeDelay = percentile(pipeCrowd.delaysMs, 0.99);
    return {
      figures: [
        { what: 'CPU, 24 streams of 8 Mbit/s, median of 3', value: relayCost, unit: 's/GB' },
        { what: 'times the raw pipe', value: relayCost / pipeCost, unit: 'ratio' },
        { what: 'times websockets that are only joined', value: relayCost / socketCost, unit: 'ratio' },
        { what: 'share of the bytes that arrived', value: Math.min(...shares) * 100, unit: '%' },
        { what: 'delay p50, 200 streams', value: percentile(relayCrowd.delaysMs, 0.5), unit: 'ms' },
        { what: 'delay p99, 200 streams', value: relayDelay, unit: 'ms' },
        { what: 'added delay p99, 200 streams', value: Math.max(0, relayDelay - pipeDelay), unit: 'ms' },
      ],
      baseline: [
        { what: 'websockets only joined, CPU', value: socketCost, unit: 's/GB' },
        {
          what: 'websockets only joined, delay p99, 200 streams',
          value: percentile(socketsCrowd.delaysMs, 0.99),
          unit: 'ms',
        },
        { what: 'raw pipe, CPU', value: pipeCost, unit: 's/GB' },
        { what: 'raw pipe, delay p50, 200 streams', value: percentile(pipeCrowd.delaysMs, 0.5), unit: 'ms' },
        { what: 'raw pipe, delay p99, 200 streams', value: pipeDelay, unit: 'ms' },
      ],
      note: 'The 200 streams are tiles: 1 Mbit/s, 15 packets a second. Load and both ends share the cores. Agents and load send unmasked.',
    };
  },
};
