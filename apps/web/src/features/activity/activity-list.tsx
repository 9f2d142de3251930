import type { ActivityRow } from '@pocketfleet/contract';
import { WithExactTime } from '@pocketfleet/ui';
import { formatClock, formatExactMoment } from '@pocketfleet/ui/format';
import { Bot, KeyRound, LifeBuoy, Link2, type LucideIcon, Settings2, User } from 'lucide-react';
import * as texts from '#language/activity';
import { useUser } from '../../session/auth-provider.tsx';
import { daysOf, type Line, linesOf, sentenceOf } from './activity-view.ts';

const icons: Record<ActivityRow['who']['kind'], LucideIcon> = {
  person: User,
  key: KeyRound,
  program: Bot,
  guest: Link2,
  operator: LifeBuoy,
  system: Settings2,
};

/** The rows in words, grouped by day. */
export function ActivityList({ rows, nowMs }: { rows: readonly ActivityRow[]; nowMs: number }) {
  return (
    <div className="flex flex-col gap-6">
      {daysOf(linesOf(rows), nowMs).map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h2 className="sticky top-14 z-10 border-hairline border-b bg-page py-2 font-medium text-second text-small">
            {title}
          </h2>
          <ul>
            {lines.map((line) => (
              <ActivityLine key={line.row.id} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ActivityLine({ line }: { line: Line }) {
  const { id } = useUser();
  const { who, at, address } = line.row;
  const Icon = icons[who.kind];
  const isOwn = who.kind === 'person' && who.id === id;
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 border-hairline border-b py-2.5 text-body sm:grid-cols-[5.75rem_auto_1fr_auto] sm:items-baseline">
      <span className="order-3 col-start-2 text-caption text-second tabular-nums sm:order-none sm:col-start-auto">
        <WithExactTime exact={formatExactMoment(at)} className="font-mono text-second">
          {formatClock(at)}
        </WithExactTime>
      </span>
      <Icon
        size={16}
        className="mt-0.5 shrink-0 self-start text-second"
        aria-label={texts.kindsOfWho[who.kind]}
      />
      <span className="min-w-0 break-words">
        <strong className="font-medium">{texts.whoNames(who, isOwn)}</strong> {sentenceOf(line)}
      </span>
      <span className="order-4 col-start-2 break-all font-mono text-caption text-second sm:order-none sm:col-start-auto sm:text-right">
        {address}
      </span>
    </li>
  );
}
