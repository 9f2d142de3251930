import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { percentile, slowestFigure } from '../percentile.ts';
import type { Figure, Row } from '../row.ts';
import { startOn } from '../running-product.ts';

const customers = 40;
/** The requests that the limits allow one address in an hour. */
const asksForEach = 5;
/** Waits for the job of the previous request, whose work would otherwise slow down the next one. */
const pauseMs = 100;

type Call = 'forgot-password' | 'resend-verification';
type Asks = { known: number[]; unknown: number[] };

/** The times of forgot and resend for known and unknown addresses, which must not differ. */
export const askedAddressesRow: Row = {
  name: 'asked-addresses',
  aim: 'the times for known and unknown addresses don’t differ: half of the pairs each way',
  async measure() {
    const place = mkdtempSync(join(tmpdir(), 'pocketfleet-bench-asked-'));
    // Each request has a network of its own, because otherwise the limits would refuse it.
    const run = await startOn(join(place, 'data'), { TRUSTED_PROXY: '127.0.0.1,::1' });
    try {
      const site = await run.ready;
      for (let turn = 0; turn < customers; turn += 1) await register(site, turn);
      const forgot = await ask(site, 'forgot-password');
      const resend = await ask(site, 'resend-verification');
      return {
        figures: [
          ...distribution('forgot, known address', forgot.known),
          ...distribution('resend, known address', resend.known),
          { what: 'forgot: pairs where the known one took longer', value: shareLonger(forgot), unit: '%' },
          { what: 'resend: pairs where the known one took longer', value: shareLonger(resend), unit: '%' },
        ],
        baseline: [
          ...distribution('forgot, unknown address', forgot.unknown),
          ...distribution('resend, unknown address', resend.unknown),
        ],
        note: `${customers * asksForEach} requests of each kind, in turn, ${pauseMs} ms apart.`,
      };
    } finally {
      await run.stop();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

async function ask(site: string, call: Call): Promise<Asks> {
  const asks: Asks = { known: [], unknown: [] };
  for (let turn = 0; turn < customers * asksForEach; turn += 1) {
    const person = turn % customers;
    const order = turn % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const startedMs = performance.now();
      await post(site, call, { email: addressOf(kind, person) });
      asks[kind].push(performance.now() - startedMs);
      await setTimeout(pauseMs);
    }
  }
  return asks;
}

async function register(site: string, turn: number): Promise<void> {
  const email = addressOf('known', turn);
  const username = email.split('@')[0];
  const body = { username, email, first_name: 'Bench', last_name: 'Mark', password: 'violet-Kettle-42' };
  await post(site, 'register', body);
}

/** Of the same length, so that only what we know differs. */
const addressOf = (kind: keyof Asks, turn: number) =>
  `${kind === 'known' ? 'ask' : 'nob'}.${String(turn).padStart(4, '0')}@example.com`;

let networks = 0;
async function post(site: string, call: Call | 'register', body: object): Promise<void> {
  networks += 1;
  const response = await fetch(`${site}/api/auth/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${Math.floor(networks / 250)}.${networks % 250}.1`,
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${answer.slice(0, 200)}`);
}

function distribution(what: string, samples: readonly number[]): Figure[] {
  return [
    { what: `${what}, median`, value: percentile(samples, 0.5), unit: 'ms' },
    slowestFigure(what, samples),
  ];
}

function shareLonger({ known, unknown }: Asks): number {
  const longer = known.flatMap((one) => unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return (longer.reduce<number>((sum, each) => sum + each, 0) / longer.length) * 100;
}
