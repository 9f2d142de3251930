import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ApiCaller, formTeam, phonesEach, rentToPeople } from '../access/callers.ts';
import { type ApiUnderLoad, startApiUnderLoad } from '../api-load/api-under-load.ts';
import { percentile } from '../percentile.ts';
import { measureTree } from '../process-tree.ts';
import { gatherStatistics, startStockedDatabase } from '../renting/stocked-database.ts';
import type { Figure, Row } from '../row.ts';

const members = 50;
const phones = members * phonesEach;
/** Calls of each kind in a round, fewer than the limits of a minute allow. */
const callsEach = 300;
const rounds = 6;

const kinds = ['GET /phones', 'a stream ticket'] as const;
type Kind = (typeof kinds)[number];
type Side = {
  name: string;
  api: ApiUnderLoad;
  callers: readonly ApiCaller[];
  samples: Record<Kind, Sample[]>;
};
/** Of one round. */
type Sample = { timesMs: number[]; cpuMs: number };

/**
 * The cost of a policy: the two calls that programs make most, by keys of a team whose members and keys have named phones,
 * and by people in their personal accounts. With `--before DIR` the people of an older version are measured in the same run.
 */
export const accessRow: Row = {
  name: 'access',
  measuresBefore: true,
  aim: 'with a key of a team of 50 with grants within 5 % of the same before workspaces',
  async measure({ before }) {
    const size = { phones: 2 * phones, assignments: 0, customers: 2 * members, connections: 2 };
    const stops: (() => Promise<void>)[] = [];
    const sides: Side[] = [];
    const add = (name: string, api: ApiUnderLoad, callers: readonly ApiCaller[]): void => {
      sides.push({ name, api, callers, samples: { 'GET /phones': [], 'a stream ticket': [] } });
    };
    try {
      const database = await startStockedDatabase(size);
      stops.push(database.stop);
      const api = await startApiUnderLoad(database.url);
      stops.push(api.stop);
      add('a key of the team', api, await formTeam(database.db, api.site, { members, from: 0 }));
      const people = { people: members, from: phones } as const;
      add(
        'a person, personal account',
        api,
        await rentToPeople(database.db, { ...people, sessions: 'credentials' }),
      );
      await gatherStatistics(database.db);
      if (before !== undefined) {
        const old = await startStockedDatabase(size, await migrationsOf(before));
        stops.push(old.stop);
        const oldApi = await startApiUnderLoad(old.url, before);
        stops.push(oldApi.stop);
        const sessions = 'access_tokens';
        await rentToPeople(old.db, { people: members, from: 0, sessions });
        add('the version before', oldApi, await rentToPeople(old.db, { ...people, sessions }));
        await gatherStatistics(old.db);
      }
      // The first round only warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (let turn = 0; turn < sides.length; turn += 1) {
          const side = sides[(round + turn) % sides.length];
          if (side !== undefined) await measureRound(side, round);
        }
        if (round === 0) for (const { samples } of sides) for (const kind of kinds) samples[kind].length = 0;
      }
      const [team, ...others] = sides;
      if (team === undefined) throw new Error('nothing was measured');
      return {
        figures: [...figuresOf(team), ...others.flatMap((other) => ratios(team, other))],
        baseline: others.flatMap(figuresOf),
        note: `A team of ${members}, ${phonesEach} phones for each key and person, ${phones} for all; ${rounds} rounds of ${callsEach} calls of each kind, one after the other, the sides in turn. A ratio is the median of the rounds' ratios.`,
      };
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  },
};

/** The migrations of another version of this repository. */
async function migrationsOf(checkout: string): Promise<(url: string) => Promise<unknown>> {
  const path = join(checkout, 'apps/api/src/platform/migrate.ts');
  const { migrate } = (await import(pathToFileURL(path).href)) as {
    migrate: (url: string) => Promise<unknown>;
  };
  return migrate;
}

async function measureRound({ api, callers, samples }: Side, round: number): Promise<void> {
  for (const kind of kinds) {
    const timesMs: number[] = [];
    const before = measureTree(api.pid).cpuSeconds;
    for (let turn = 0; turn < callsEach; turn += 1) {
      const caller = callers[turn % callers.length];
      if (caller === undefined) throw new Error('nobody calls');
      const startedMs = performance.now();
      await (kind === 'GET /phones' ? listPhones(api, caller) : takeTicket(api, caller, round + turn));
      timesMs.push(performance.now() - startedMs);
    }
    const cpuMs = ((measureTree(api.pid).cpuSeconds - before) * 1_000) / callsEach;
    samples[kind].push({ timesMs, cpuMs });
  }
}

async function listPhones(api: ApiUnderLoad, caller: ApiCaller): Promise<void> {
  const listed = (await call(api, caller, 'GET', '/phones')) as { id: string }[];
  if (listed.length !== phonesEach) throw new Error(`${listed.length} phones were listed`);
}

async function takeTicket(api: ApiUnderLoad, caller: ApiCaller, turn: number): Promise<void> {
  const phone = caller.phones[turn % caller.phones.length];
  await call(api, caller, 'POST', `/devices/${phone}/stream/start`, { purpose: 'view' });
}

async function call(
  { site }: ApiUnderLoad,
  { token, network }: ApiCaller,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`http://${site}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // Otherwise the limits of one address would refuse them.
      'x-forwarded-for': `10.${Math.floor(network / 250)}.${network % 250}.1`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function figuresOf({ name, samples }: Side): Figure[] {
  return kinds.flatMap((kind) => {
    const timesMs = samples[kind].flatMap((sample) => sample.timesMs);
    const cpuMs = samples[kind].map((sample) => sample.cpuMs);
    return [
      { what: `${kind}, ${name}: p50`, value: percentile(timesMs, 0.5), unit: 'ms' as const },
      { what: `${kind}, ${name}: p95`, value: percentile(timesMs, 0.95), unit: 'ms' as const },
      { what: `${kind}, ${name}: CPU of the API`, value: percentile(cpuMs, 0.5), unit: 'ms' as const },
    ];
  });
}

function ratios(team: Side, other: Side): Figure[] {
  return kinds.flatMap((kind) => {
    const each = (of: (sample: Sample) => number): number =>
      percentile(
        team.samples[kind].map((sample, round) => {
          const beside = other.samples[kind][round];
          return beside === undefined ? Number.NaN : of(sample) / of(beside);
        }),
        0.5,
      );
    const time = each(({ timesMs }) => percentile(timesMs, 0.5));
    // Other work on the machine delays few of these.
    const fastest = each(({ timesMs }) => percentile(timesMs, 0.1));
    const cpu = each(({ cpuMs }) => cpuMs);
    return [
      { what: `${kind}, beside ${other.name}: time`, value: time, unit: 'ratio' as const },
      { what: `${kind}, beside ${other.name}: the fastest tenth`, value: fastest, unit: 'ratio' as const },
      { what: `${kind}, beside ${other.name}: CPU`, value: cpu, unit: 'ratio' as const },
    ];
  });
}
