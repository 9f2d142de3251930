import type { OpenWork, OpenWorkKind } from '@pocketfleet/contract';
import { cardClass } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { alarmName } from '../../parts/alarm-names.ts';
import { Moment } from '../../parts/moment.tsx';
import { paths } from '../../paths.ts';

type Kind = OpenWork['kinds'][number];
type Entry = Kind['entries'][number];

type KindView = {
  title: string;
  /** The list in which all of them are. */
  list: string;
  /** The page where one of them is handled. */
  place(entry: Entry): string;
  words?(entry: Entry): { name: string; detail: string };
};

const views: Record<OpenWorkKind, KindView> = {
  alarms: {
    title: 'Alarms',
    list: `${paths.alarms}?state=open`,
    place: ({ detail }) => `${paths.alarms}?state=open&kind=${detail}`,
    words: ({ name, detail }) => ({ name: name || 'Payments', detail: alarmName(detail) }),
  },
  integrity_checks: {
    title: 'Failing integrity checks',
    list: paths.integrityChecks,
    place: () => paths.integrityChecks,
    words: ({ name, detail }) => ({ name: alarmName(name), detail }),
  },
  money: {
    title: 'Unsettled money',
    list: `${paths.payments}?status=unsettled`,
    place: ({ subject_id }) => (subject_id ? paths.order(subject_id) : paths.payments),
  },
  reservations: {
    title: 'Reserved phones that failed',
    list: paths.requests,
    place: ({ subject_id }) => (subject_id ? paths.order(subject_id) : paths.requests),
  },
  requests: {
    title: 'Sales requests without an answer',
    list: `${paths.requests}?needs=answer`,
    place: ({ subject_id }) => (subject_id ? paths.order(subject_id) : paths.requests),
  },
  messages: {
    title: 'Unanswered messages',
    list: paths.messages,
    place: ({ name }) => `${paths.messages}?${new URLSearchParams({ q: name })}`,
  },
  cleanings: {
    title: 'Cleanings that need a person',
    list: `${paths.cleanings}?state=failed`,
    place: ({ subject_id }) => (subject_id ? paths.phone(subject_id) : paths.cleanings),
  },
  quarantined: {
    title: 'Quarantined phones',
    list: `${paths.fleet}?state=quarantined`,
    place: ({ subject_id }) => (subject_id ? paths.phone(subject_id) : paths.fleet),
  },
};

export function OpenWorkList({ kinds }: OpenWork) {
  return (
    <div className="grid max-w-4xl gap-6">
      {kinds.map((each) => (
        <OpenKind key={each.kind} {...each} />
      ))}
    </div>
  );
}

function OpenKind({ kind, count, entries }: Kind) {
  const { title, list, place, words = (entry: Entry) => entry } = views[kind];
  const more = count - entries.length;
  return (
    <section aria-labelledby={`open-${kind}`}>
      <h2 id={`open-${kind}`} className="mb-2 font-semibold text-card">
        <Link to={list} className="hover:underline">
          {title}
        </Link>{' '}
        <span className="font-mono font-normal text-second tabular-nums">{count}</span>
      </h2>
      <ul className={cardClass}>
        {entries.map((entry) => {
          const { name, detail } = words(entry);
          return (
            <li key={`${entry.id} ${entry.detail}`} className="border-hairline border-b last:border-b-0">
              <Link to={place(entry)} className="flex min-h-11 items-center gap-x-4 px-4 py-2 hover:bg-hover">
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
                  <span className="font-medium sm:w-40 sm:truncate">{name}</span>
                  <span className="min-w-0 flex-1 text-second sm:truncate">{humanize(detail)}</span>
                </span>
                <span className="text-second">
                  <Moment at={entry.since} isRelative />
                </span>
                <ChevronRight aria-hidden="true" size={16} className="shrink-0 text-third" />
              </Link>
            </li>
          );
        })}
      </ul>
      {more > 0 ? (
        <p className="mt-2">
          <Link to={list} className="font-medium hover:underline">
            Show {more} more
          </Link>
        </p>
      ) : null}
    </section>
  );
}
