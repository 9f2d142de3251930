// `pocketfleet activity`: who did what in the workspace, newest first.
import { CommandError, type Terminal } from '@pocketfleet/command-line';
import { type ActivityKind, type ActivityRow, activityKindNames } from '@pocketfleet/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Account } from '../account.ts';
import { works } from '../command.ts';

type Options = {
  who?: string;
  phone?: string;
  kind?: ActivityKind[];
  since?: string;
  until?: string;
  limit: number;
};

const rowsPerCall = 100;

export function addActivity(program: Command, terminal: Terminal): void {
  works<Options>(
    program
      .command('activity')
      .description('who did what, with which phone and from where, newest first')
      .option('--who <name>', 'only what this person, key, program or guest did: a name or an id')
      .option('--phone <phone>', 'only what happened on this phone: its tag or id, also after its rental')
      .addOption(
        new Option('--kind <kinds...>', 'only these kinds, such as phone.shell').choices(activityKindNames),
      )
      .option('--since <moment>', 'from then on: 2030-01-31 or 2030-01-31T12:00Z', parseMoment)
      .option('--until <moment>', 'before then', parseMoment)
      .option('--limit <rows>', 'at most so many rows', parseLimit, 50),
    terminal,
    async ({ out, account }, options) => {
      const rows = await readRows(account(), options);
      if (rows.length === 0 && !out.isJson) return out.print('Nothing has happened that matches.');
      out.rows({ rows }, [
        ['AT', ({ at }) => at, 'whole'],
        ['WHO', whoOf],
        ['WHAT', ({ kind }) => kind],
        ['PHONE', ({ phone }) => phone?.tag],
        ['FROM', ({ address }) => address],
        ['DETAILS', factsOf],
      ]);
    },
  );
}

async function readRows(account: Account, options: Options): Promise<ActivityRow[]> {
  const { kind, since, until, limit } = options;
  const query = {
    ...(await namedQuery(account, options)),
    ...(kind && { kind: kind.join(',') }),
    ...(since && { from: since }),
    ...(until && { to: until }),
  };
  const rows: ActivityRow[] = [];
  let cursor: string | null | undefined;
  do {
    const left = Math.min(rowsPerCall, limit - rows.length);
    const page = await account.call('listActivity', {
      query: { ...query, limit: left, ...(cursor && { cursor }) },
    });
    rows.push(...page.rows);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < limit);
  return rows;
}

/** Names and tags as the ids that the call takes. */
async function namedQuery(account: Account, { who, phone }: Options) {
  if (who === undefined && phone === undefined) return {};
  const choices = await account.call('listActivityChoices');
  const isNamed = (name: string | undefined, given: string) => name?.toLowerCase() === given.toLowerCase();
  const doers = choices.who.filter(({ id, name }) => who !== undefined && (id === who || isNamed(name, who)));
  const phones = choices.phones.filter(
    ({ id, tag }) => phone !== undefined && (id === phone || isNamed(tag, phone)),
  );
  if (who !== undefined && doers.length === 0) throw unknown(who, 'did anything');
  if (phone !== undefined && phones.length === 0) throw unknown(phone, 'is named by the activity');
  return {
    ...(who !== undefined && { person: doers.map(({ id }) => id).join(',') }),
    ...(phone !== undefined && { phone: phones.map(({ id }) => id).join(',') }),
  };
}

function unknown(name: string, what: string): CommandError {
  return new CommandError('not_found', `Nothing called "${name}" ${what} in the last 90 days.`);
}

function whoOf({ who }: ActivityRow): string {
  if (who.kind === 'operator') return 'our team';
  if (who.kind === 'system') return 'by itself';
  return who.kind === 'person' ? who.name : `${who.kind} ${who.name}`;
}

/** "size=1200 name=a.txt", without the ids of what the name says already. */
function factsOf({ details }: ActivityRow): string {
  return Object.entries(details)
    .filter(([name]) => name !== 'id' && name !== 'user_id')
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ');
}

function parseMoment(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Give a day or a moment, such as 2030-01-31.');
  return new Date(ms).toISOString();
}

function parseLimit(text: string): number {
  const rows = Number(text);
  if (Number.isInteger(rows) && rows >= 1 && rows <= 10_000) return rows;
  throw new InvalidArgumentError('Give a number from 1 to 10000.');
}
