// The activity as the page shows it: days, one row for sessions that began together, and the filters of the address. Pure.
import type { ActivityKind, ActivityRow } from '@pocketfleet/contract';
import { formatDay } from '@pocketfleet/ui/format';
import * as texts from '#language/activity';

type Group = keyof typeof texts.groups;

/** The kinds of each group begin with one of these, so that a new kind is in a group without a line here. */
const prefixes: Record<Exclude<Group, 'refusals' | 'sessions'>, readonly string[]> = {
  files: ['file.', 'app.'],
  rentals: ['rental.', 'phone.', 'recording.'],
  orders: ['order.'],
  members: ['member.', 'invitation.'],
  keys: ['key.', 'program.', 'question.'],
  guests: ['link.', 'guest.'],
  webhooks: ['webhook.'],
  settings: ['workspace.', 'secret.', 'activity.'],
};
const sessions: readonly ActivityKind[] = [
  'phone.watched',
  'phone.opened',
  'phone.shell',
  'phone.files',
  'phone.adb',
  'screen.watched',
  'screen.used',
  'secret.typed',
  'control.taken',
  'control.given_back',
  'phone.cut_off',
];

function groupOf(kind: ActivityKind): Group {
  if (sessions.includes(kind)) return 'sessions';
  if (kind.endsWith('.refused')) return 'refusals';
  const found = Object.entries(prefixes).find(([, starts]) => starts.some((start) => kind.startsWith(start)));
  return (found?.[0] as Group | undefined) ?? 'settings';
}

const isGroup = (text: string | null): text is Group => text !== null && text in texts.groups;

function kindsOf(group: Group): ActivityKind[] {
  return (Object.keys(texts.sentences) as ActivityKind[]).filter((kind) => groupOf(kind) === group);
}

export type ActivityFilters = {
  /** `person:ID`, or the kind of another principal and its id. */
  who: string | null;
  what: Group | null;
  phone: string | null;
  /** Days in the browser's zone, as 2030-01-31; `to` is included. */
  from: string | null;
  to: string | null;
};

const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isWho = /^(person|key|program|guest):[0-9a-f-]{36}$/;
const isId = /^[0-9a-f-]{36}$/;

/** The filters in the address; impossible values count as absent. */
export function parseFilters(query: URLSearchParams): ActivityFilters {
  const read = (name: string, shape: RegExp) => {
    const text = query.get(name);
    return text !== null && shape.test(text) ? text : null;
  };
  const what = query.get('what');
  return {
    who: read('who', isWho),
    what: isGroup(what) ? what : null,
    phone: read('phone', isId),
    from: read('from', isDay),
    to: read('to', isDay),
  };
}

export function isFiltered(filters: ActivityFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

/** The filters as the query of the call. Days begin at midnight of the browser's zone. */
export function queryOf({ who, what, phone, from, to }: ActivityFilters): Record<string, string> {
  const [kind, id] = who?.split(':') ?? [];
  const midnight = (day: string, plusDays: number) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + plusDays).toISOString();
  };
  return {
    ...(id && { [kind === 'person' ? 'person' : 'key']: id }),
    ...(what && { kind: kindsOf(what).join(',') }),
    ...(phone && { phone }),
    ...(from && { from: midnight(from, 0) }),
    ...(to && { to: midnight(to, 1) }),
  };
}

/** One line of the page: a row, or the sessions of one kind that somebody began on several phones together. */
export type Line = { row: ActivityRow; phones: readonly string[] };

const togetherMs = 60_000;

export function linesOf(rows: readonly ActivityRow[]): Line[] {
  const lines: { row: ActivityRow; phones: string[]; lastMs: number }[] = [];
  for (const row of rows) {
    const before = lines.at(-1);
    const atMs = Date.parse(row.at);
    const isTogether =
      before !== undefined &&
      row.phone !== null &&
      (row.kind === 'phone.watched' || row.kind === 'phone.opened') &&
      before.row.kind === row.kind &&
      before.row.who.id === row.who.id &&
      before.row.who.kind === row.who.kind &&
      before.row.address === row.address &&
      before.lastMs - atMs <= togetherMs &&
      !before.phones.includes(row.phone.tag);
    if (isTogether && row.phone) {
      before.phones.push(row.phone.tag);
      before.lastMs = atMs;
    } else lines.push({ row, phones: row.phone ? [row.phone.tag] : [], lastMs: atMs });
  }
  return lines.map(({ row, phones }) => ({ row, phones: phones.sort() }));
}

/** The rows' days, newest first, by the browser's zone. */
export function daysOf(lines: readonly Line[], nowMs: number): { title: string; lines: Line[] }[] {
  const days: { title: string; lines: Line[] }[] = [];
  const todays = formatDay(nowMs);
  const yesterdays = formatDay(nowMs - 86_400_000);
  for (const line of lines) {
    const day = formatDay(line.row.at);
    const title = day === todays ? texts.today : day === yesterdays ? texts.yesterday : day;
    const last = days.at(-1);
    if (last?.title === title) last.lines.push(line);
    else days.push({ title, lines: [line] });
  }
  return days;
}

/** The part of the sentence that follows the name of the actor. */
export function sentenceOf({ row, phones }: Line): string {
  const tags = phones.length > 1 ? texts.manyPhones(phones) : (phones[0] ?? '');
  // The details are those of the kind, which the compiler can't follow through the table.
  const say = texts.sentences[row.kind] as (details: unknown, phone: string) => string;
  return say(row.details, tags);
}
