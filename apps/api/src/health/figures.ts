// Metrics from the database, as gauges. A state without rows is reported as 0. While the database can't be read, no values are
// reported instead of old ones, and `pocketfleet_database_up` is 0.
import { alarmKind } from '@pocketfleet/contract';
import pTimeout from 'p-timeout';
import { Gauge } from 'prom-client';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Figure, selectFigures } from './figures.sql.ts';

/** Scrapes within this time share one reading. */
const cachedForMs = 1_000;
/** Shorter than a scraper's timeout of 10 s: without a database, the metrics of the process itself matter most. */
const readWithinMs = 3_000;

type Definition = { help: string; label?: { name: string; values: readonly string[] } };

const definitions: Record<string, Definition> = {
  hosts: { help: 'Hosts.', label: { name: 'state', values: ['connected', 'away', 'revoked'] } },
  phones: {
    help: 'Phones by what may be done with them.',
    label: { name: 'state', values: ['ready', 'cleaning', 'quarantined', 'retired'] },
  },
  phones_online: { help: 'Phones that customers see online.' },
  alarms_open: {
    help: 'Alarms that have not ended.',
    label: {
      name: 'kind',
      values: alarmKind.options,
    },
  },
  assignments: {
    help: 'Holds and rentals.',
    label: { name: 'state', values: ['held', 'scheduled', 'active'] },
  },
  hold_overdue_seconds: { help: 'How long ago the oldest hold that is still there should have ended.' },
  rental_overdue_seconds: { help: 'How long ago the oldest running rental should have ended.' },
  cleanings_open: {
    help: 'Cleanings that are not finished.',
    label: { name: 'purpose', values: ['join', 'clean', 'prepare'] },
  },
  cleaning_oldest_seconds: { help: 'How long the oldest open cleaning has been open.' },
  cleanings_last_day: {
    help: 'Cleanings that were finished within the last 24 hours.',
    label: { name: 'state', values: ['proven', 'failed'] },
  },
  payments_last_day: {
    help: 'Payment attempts that were started within the last 24 hours.',
    label: { name: 'outcome', values: ['succeeded', 'unpaid'] },
  },
  payments_unsettled: { help: 'Payments that are still read again from the provider.' },
  payments_mismatched: { help: 'Payments that do not match their order.' },
  payment_event_oldest_seconds: { help: 'How long the oldest webhook waits to be applied.' },
  refunds_open: {
    help: 'Refunds that have not succeeded.',
    label: { name: 'state', values: ['requested', 'pending', 'failed'] },
  },
  mails_queued: { help: 'Mails that wait to be sent.' },
  mail_oldest_seconds: { help: 'How long the oldest of them waits.' },
  mails_failed_last_day: { help: 'Mails that failed for good within the last 24 hours.' },
  jobs_due: { help: 'Jobs that are due and not done.' },
  job_oldest_seconds: { help: 'How long the oldest of them is due.' },
  jobs_given_up: { help: 'Jobs that have failed for good after their last attempt.' },
};

export function registerFigures(deps: { db: Db; log: Log; metrics: Metrics }): void {
  const read = shareReading(() => readInTime(deps));
  const registers = [deps.metrics];
  new Gauge({
    name: 'pocketfleet_database_up',
    help: 'Whether the figures could be read.',
    registers,
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  for (const [name, { help, label }] of Object.entries(definitions)) {
    new Gauge({
      name: `pocketfleet_${name}`,
      help: `${help} The same on every node.`,
      labelNames: label === undefined ? [] : [label.name],
      registers,
      async collect() {
        this.reset();
        const figures = await read();
        if (figures === undefined) return label === undefined ? this.remove() : undefined;
        const countIn = (value: string | null): number =>
          figures.find((figure) => figure.name === name && figure.label === value)?.value ?? 0;
        if (label === undefined) this.set(countIn(null));
        else for (const value of label.values) this.set({ [label.name]: value }, countIn(value));
      },
    });
  }
}

async function readInTime({ db, log }: { db: Db; log: Log }): Promise<Figure[] | undefined> {
  try {
    const message = 'the database did not answer in time';
    return await pTimeout(selectFigures(db), { milliseconds: readWithinMs, message });
  } catch (error) {
    log.warn({ err: error }, 'the figures could not be read');
    return undefined;
  }
}

function shareReading<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: { atMs: number; result: Promise<Result> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last === undefined || nowMs - last.atMs > cachedForMs) last = { atMs: nowMs, result: read() };
    return last.result;
  };
}
