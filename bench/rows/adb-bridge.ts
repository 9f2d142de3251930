import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CustomersComputer, startCustomersComputer } from '../../e2e/customers-computer.ts';
import { openLine, type Shape } from '../../e2e/line.ts';
import { listPhonesOfDemo } from '../../e2e/sign-in.ts';
import { joinHopsToPhone } from '../adb-bridge/joined-hops.ts';
import { percentile } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { getRunningProduct } from '../running-product.ts';

const secondsLeftOut = 30;
const remote = '/data/local/tmp/bench.bin';
const shells = 40;
/** 80 ms there and back, with room for what a line of 1 Gbit/s holds. */
const delayed: Shape = {
  bytesPerSecond: Number.POSITIVE_INFINITY,
  delayMs: 40,
  loss: 0,
  bufferBytes: 10_000_000,
};

/** The three ways from adb to the same phone. */
const ways = ['through the bridge', 'straight to the phone', 'the same hops only joined'] as const;
type Way = (typeof ways)[number];
type Samples = Record<'push' | 'pull' | 'shell', number[]>;

/** Debian's adb on one phone by three ways, with and without a delay between the customer's computer and the site. */
export const adbBridgeRow: Row = {
  name: 'adb-bridge',
  aim: 'a push through the bridge as fast as through the same hops only joined, and faster with a delay of 80 ms',
  async measure({ seconds = secondsLeftOut }) {
    const { site, dataDir } = await getRunningProduct();
    const line = await openLine(site);
    const computer = await startCustomersComputer(`http://localhost:${line.port}`);
    if (computer === undefined) throw new Error('adb is not installed: there is nothing beside');
    const [phone] = await listPhonesOfDemo(site);
    const list = JSON.parse(readFileSync(join(dataDir, 'virtual-phones.json'), 'utf8')) as {
      tag: string;
      adb: { port: number };
    }[];
    const phonePort = list.find(({ tag }) => tag === phone?.tag)?.adb.port ?? 0;
    const joined = await joinHopsToPhone(phonePort);
    try {
      const serials: Record<Way, string> = {
        'through the bridge': await computer.connect(phone?.tag ?? ''),
        'straight to the phone': await attach(computer, phonePort),
        'the same hops only joined': await attach(computer, joined.port),
      };
      const near = await sample(computer, serials, seconds, 0);
      for (const each of [line, joined]) each.shape(delayed);
      const far = await sample(computer, serials, seconds, 80);
      const all = (way: Way): Figure[] => [...figures(near[way], '0 ms'), ...figures(far[way], '80 ms')];
      return {
        figures: all('through the bridge'),
        baseline: ways
          .slice(1)
          .flatMap((way) => all(way).map((each) => ({ ...each, what: `${way}: ${each.what}` }))),
        note: `Debian’s adb; files of ${sizeMb(seconds, 0)} and ${sizeMb(seconds, 80)} MB, each way in turn, best of three; what came back compared by SHA-256. ${shells} shells each. The delay is there and back, between the customer’s computer and the site; straight to the phone there is none. A shell is a whole run of adb.`,
      };
    } finally {
      await computer.stop();
      await joined.stop();
      await line.stop();
    }
  },
};

/** A longer row moves larger files: a joined line with a delay carries a few MB a second. */
function sizeMb(seconds: number, delayMs: number): number {
  return Math.max(4, Math.round(delayMs === 0 ? seconds * 10 : seconds));
}

async function attach({ adb }: CustomersComputer, port: number): Promise<string> {
  const serial = `127.0.0.1:${port}`;
  const { out } = await adb('connect', serial);
  if (!out.includes('connected to')) throw new Error(`adb could not connect ${serial}: ${out}`);
  return serial;
}

async function sample(
  { adb, folder }: CustomersComputer,
  serials: Readonly<Record<Way, string>>,
  seconds: number,
  delayMs: number,
): Promise<Record<Way, Samples>> {
  const megabytes = sizeMb(seconds, delayMs);
  const [file, back] = [join(folder, 'bench.bin'), join(folder, 'back.bin')];
  const bytes = randomBytes(megabytes * 1_000_000);
  writeFileSync(file, bytes);
  const wanted = hashOf(bytes);
  const samples = Object.fromEntries(
    ways.map((way) => [way, { push: [], pull: [], shell: [] }]),
  ) as unknown as Record<Way, Samples>;
  const timed = async (...args: string[]): Promise<number> => {
    const startedMs = performance.now();
    const { status, error } = await adb(...args);
    if (status !== 0) throw new Error(`adb ${args.slice(2).join(' ')} ended with ${status}: ${error}`);
    return performance.now() - startedMs;
  };
  // The ways take turns, so that other load on the machine affects all of them.
  for (let round = 0; round < 3; round += 1) {
    for (const way of ways) {
      const serial = serials[way];
      samples[way].push.push((megabytes * 1_000) / (await timed('-s', serial, 'push', file, remote)));
      samples[way].pull.push((megabytes * 1_000) / (await timed('-s', serial, 'pull', remote, back)));
      if (hashOf(readFileSync(back)) !== wanted) throw new Error(`another file came back ${way}`);
    }
  }
  for (let turn = 0; turn < shells; turn += 1) {
    for (const way of ways) samples[way].shell.push(await timed('-s', serials[way], 'shell', 'true'));
  }
  await adb('-s', serials['straight to the phone'], 'shell', 'rm', remote);
  return samples;
}

function figures({ push, pull, shell }: Samples, delay: string): Figure[] {
  return [
    { what: `push, ${delay}`, value: Math.max(...push), unit: 'MB/s' },
    { what: `pull, ${delay}`, value: Math.max(...pull), unit: 'MB/s' },
    { what: `shell true, ${delay}, median`, value: percentile(shell, 0.5), unit: 'ms' },
    { what: `shell true, ${delay}, p95`, value: percentile(shell, 0.95), unit: 'ms' },
  ];
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
