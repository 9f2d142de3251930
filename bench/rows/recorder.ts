import { setTimeout as wait } from 'node:timers/promises';
import { screenReply } from '@pocketfleet/contract';
import { decodePacketHeader } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { type HostUnderTest, startHost } from '../host/host-under-test.ts';
import { type NarrowLine, openNarrowLine } from '../host/narrow-line.ts';
import { percentile } from '../percentile.ts';
import { measureTree } from '../process-tree.ts';
import type { Figure, Row } from '../row.ts';

const phones = 50;
const defaultSeconds = 30;
const settleMs = 5_000;
const sendingWithinMs = 120_000;
const readEveryMs = 1_000;
/** Half as much again as the streams of these phones, and less than a host sends where it may. */
const narrow = { phones: 10, bytesPerSecond: 1_600_000, queueBytes: 128 * 1024 };
/** Of the sequence of a capture. */
const sequences = 2 ** 32;

/** `atMs` less the phone's time of the picture: two clocks, so that only differences between pictures mean something. */
type Seen = { pictures: number; lost: number; ageMs: number[] };
type Turn = {
  pictures: number;
  lost: number;
  ageMs: number[];
  cpu: number;
  memoryMb: number;
  elapsedS: number;
};

/** Fifty phones that are watched: without recording, with it, while all that was recorded is sent, and while screens are read. */
export const recorderRow: Row = {
  name: 'recorder',
  aim: 'fifty recordings at once: no lost picture in the live view, and sending that disturbs no stream: delay p99 at most 10 % above no recording',
  async measure({ seconds = defaultSeconds }) {
    const overNarrow = await measureNarrow(seconds);
    const host = await startHost(phones);
    try {
      await host.record();
      const seen = await watchAll(host);
      await wait(settleMs);
      const without = await measure(host, seen, seconds);
      host.uploads.areHeld = true;
      for (const deviceId of host.deviceIds) host.startRecording(deviceId);
      await wait(settleMs);
      const storedBefore = host.storedBytes();
      const recorded = await measure(host, seen, seconds);
      const stored = host.storedBytes() - storedBefore;
      // All that waits is due at once.
      host.uploads.areHeld = false;
      await untilSending(host);
      const sentBefore = { ...host.uploads };
      const sending = await measure(host, seen, seconds);
      const sent = host.uploads.bytes - sentBefore.bytes;
      const chunks = host.uploads.chunks - sentBefore.chunks;
      const readers = await readAll(host);
      await wait(settleMs);
      readers.tookMs.length = 0;
      const reading = await measure(host, seen, seconds);
      readers.stop();
      // The least that any picture took: the two clocks' difference with the shortest way.
      const leastMs = Math.min(
        ...[without, recorded, sending, reading].map(({ ageMs }) => percentile(ageMs, 0)),
      );
      const of = (what: string, turn: Turn) => describeTurn(what, turn, { leastMs, of: phones });
      return {
        figures: [
          ...of('recording', recorded),
          ...of('recording and sending', sending),
          ...of('recording, sending and reading fifty screens a second', reading),
          ...overNarrow.figures,
          {
            what: 'delay p99 while recording and sending, times without',
            value: (percentile(sending.ageMs, 0.99) - leastMs) / (percentile(without.ageMs, 0.99) - leastMs),
            unit: 'ratio',
          },
          {
            what: 'CPU of recording an hour of one phone',
            value: ((recorded.cpu - without.cpu) * 3_600) / phones,
            unit: 's',
          },
          {
            what: 'CPU of recording and sending an hour of one phone',
            value: ((sending.cpu - without.cpu) * 3_600) / phones,
            unit: 's',
          },
          { what: 'recorded in an hour of one phone', value: perPhoneHour(stored, recorded), unit: 'MB' },
          {
            what: 'sent in a second, of the 2.5 that are allowed',
            value: sent / 1e6 / sending.elapsedS,
            unit: 'MB',
          },
          { what: 'chunks that were sent', value: chunks, unit: 'count' },
          { what: 'readings of a screen, p50', value: percentile(readers.tookMs, 0.5), unit: 'ms' },
          { what: 'readings of a screen, p95', value: percentile(readers.tookMs, 0.95), unit: 'ms' },
          { what: 'memory of the agent', value: sending.memoryMb, unit: 'MB' },
        ],
        baseline: [...of('without recording', without), ...overNarrow.baseline],
        note: 'The phones stream recorded pictures at 720p and 30 a second. A delay is of each picture, from phone to receiver, beyond the fastest one of all. Chunks are refused until the turn of sending, so that those of all phones are due at once. On the narrow line, ten phones share 12.8 Mbit/s, of which their streams need two thirds. Phones, agent and receiver share the cores.',
      };
    } finally {
      await host.stop();
    }
  },
};

/** Streams and chunks of a few phones go through one line that has less than all of them want. */
async function measureNarrow(seconds: number): Promise<{ figures: Figure[]; baseline: Figure[] }> {
  let line: NarrowLine | undefined;
  const host = await startHost(narrow.phones, undefined, async (port) => {
    line = await openNarrowLine(port, narrow);
    return line.port;
  });
  try {
    await host.record();
    const seen = await watchAll(host);
    await wait(settleMs);
    const without = await measure(host, seen, seconds);
    host.uploads.areHeld = true;
    for (const deviceId of host.deviceIds) host.startRecording(deviceId);
    await wait(settleMs + seconds * 1_000);
    host.uploads.areHeld = false;
    await untilSending(host);
    const before = host.uploads.bytes;
    const sending = await measure(host, seen, seconds);
    const sentMb = (host.uploads.bytes - before) / 1e6 / sending.elapsedS;
    const leastMs = Math.min(percentile(without.ageMs, 0), percentile(sending.ageMs, 0));
    const shown = { leastMs, of: narrow.phones };
    return {
      figures: [
        ...describeTurn('recording and sending over a narrow line', sending, shown),
        { what: 'sent in a second over a narrow line', value: sentMb, unit: 'MB' },
      ],
      baseline: describeTurn('without recording over a narrow line', without, shown),
    };
  } finally {
    await host.stop();
    line?.stop();
  }
}

function describeTurn(
  what: string,
  { pictures, lost, ageMs, cpu, elapsedS }: Turn,
  { leastMs, of }: { leastMs: number; of: number },
): Figure[] {
  return [
    ...([0.5, 0.95, 0.99] as const).map(
      (share): Figure => ({
        what: `${what}: delay p${share * 100}`,
        value: percentile(ageMs, share) - leastMs,
        unit: 'ms',
      }),
    ),
    { what: `${what}: lost pictures`, value: lost, unit: 'count' },
    { what: `${what}: pictures a second, each phone`, value: pictures / elapsedS / of, unit: 'count' },
    { what: `${what}: CPU of the agent, of one core`, value: cpu * 100, unit: '%' },
  ];
}

function perPhoneHour(bytes: number, { elapsedS }: Turn): number {
  return ((bytes / phones) * (3_600 / elapsedS)) / 1e6;
}

/** A lost picture is a number that is missing in the sequence of a capture. */
async function watchAll(host: HostUnderTest): Promise<Seen> {
  const seen: Seen = { pictures: 0, lost: 0, ageMs: [] };
  for (const deviceId of host.deviceIds) {
    const socket = await host.openChannel(deviceId, 'baseline');
    let last: number | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      const { kind, sequence, ptsUs } = decodePacketHeader(data);
      if (last !== undefined) seen.lost += (sequence - last - 1 + sequences) % sequences;
      last = sequence;
      if (kind !== 'video') return;
      seen.pictures += 1;
      seen.ageMs.push(performance.now() - Number(ptsUs) / 1_000);
    });
  }
  return seen;
}

async function untilSending(host: HostUnderTest): Promise<void> {
  const deadlineMs = performance.now() + sendingWithinMs;
  while (host.uploads.chunks === 0) {
    if (performance.now() > deadlineMs) throw new Error('no chunk was sent');
    await wait(50);
  }
}

/** Reads each screen once a second, spread over the second. */
async function readAll(host: HostUnderTest): Promise<{ tookMs: number[]; stop: () => void }> {
  const lines: WebSocket[] = [];
  for (const deviceId of host.deviceIds) lines.push(await host.openScreen(deviceId));
  const tookMs: number[] = [];
  const over = new AbortController();
  for (const [at, line] of lines.entries()) {
    let sentAtMs: number | undefined;
    line.on('message', (data) => {
      const { reading } = screenReply.parse(JSON.parse(String(data)));
      if (reading?.problem === null && sentAtMs !== undefined) tookMs.push(performance.now() - sentAtMs);
      sentAtMs = undefined;
    });
    void (async () => {
      await wait((at * readEveryMs) / phones);
      for (let round = 0; !over.signal.aborted; round += 1) {
        // A slow one is not asked twice.
        if (sentAtMs === undefined) {
          sentAtMs = performance.now();
          line.send(JSON.stringify({ type: 'read', id: `r${round}`, caller: 'bench', view: 'outline' }));
        }
        await wait(readEveryMs);
      }
    })();
  }
  return { tookMs, stop: () => over.abort() };
}

async function measure(host: HostUnderTest, seen: Seen, seconds: number): Promise<Turn> {
  Object.assign(seen, { pictures: 0, lost: 0, ageMs: [] });
  const before = measureTree(host.agentPid);
  const startedMs = performance.now();
  await wait(seconds * 1_000);
  const elapsedS = (performance.now() - startedMs) / 1_000;
  const after = measureTree(host.agentPid);
  const cpu = (after.cpuSeconds - before.cpuSeconds) / elapsedS;
  return { ...seen, cpu, memoryMb: after.memoryMb, elapsedS };
}
