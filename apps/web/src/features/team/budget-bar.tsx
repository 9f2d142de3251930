import type { Member, TeamBudget } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import * as texts from '#language/team';

/** One bar can't tell more people apart. */
const tones = ['bg-main', 'bg-field', 'bg-second', 'bg-third'] as const;
type Part = { id: string; name: string; cents: number; tone: string };

/** The spent part of the limit, by member; without a limit the shares of the spent money. */
export function BudgetBar({ budget, members }: { budget: TeamBudget; members: readonly Member[] }) {
  const { spent_cents, monthly_limit_cents } = budget.team ?? budget.own;
  const parts = partsOf(budget, members);
  const whole = Math.max(monthly_limit_cents ?? 0, spent_cents);
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-key bg-hairline">
        {parts.map(({ id, cents, tone }) => (
          <div key={id} className={tone} style={{ width: `${(100 * cents) / whole}%` }} />
        ))}
      </div>
      {budget.team && parts.length > 0 ? (
        <ul aria-label={texts.spentBy} className="flex flex-wrap gap-x-6 gap-y-1 text-small">
          {parts.map(({ id, name, cents, tone }) => (
            <li key={id} className="flex min-w-0 items-center gap-2">
              <span aria-hidden="true" className={`size-2 shrink-0 ${tone}`} />
              <span className="truncate text-second">{name}</span>
              <span className="font-mono">{usd(cents)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The members who spent most by name, the rest together: further members, and people who have left the team. */
function partsOf({ team, own, members: spent }: TeamBudget, members: readonly Member[]): readonly Part[] {
  if (team === null && own.spent_cents === 0) return [];
  if (team === null) return [{ id: 'own', name: texts.youSpent, cents: own.spent_cents, tone: tones[0] }];
  const known = spent.flatMap(({ user_id, spent_cents }) => {
    const member = members.find((each) => each.user_id === user_id);
    return member && spent_cents > 0
      ? [{ id: user_id, name: `${member.first_name} ${member.last_name}`, cents: spent_cents }]
      : [];
  });
  const named = known.slice(0, tones.length).map((each, at) => ({ ...each, tone: tones[at] ?? '' }));
  const rest = team.spent_cents - named.reduce((sum, { cents }) => sum + cents, 0);
  return rest > 0 ? [...named, { id: 'others', name: texts.others, cents: rest, tone: 'bg-control' }] : named;
}
