import type { Member, TeamBudget, Workspace } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Button, Card, TextField } from '@pocketfleet/ui';
import { formatDayOfYear } from '@pocketfleet/ui/format';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { useServerNow } from '../../live/live-events-provider.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { parseDollars } from './parse-dollars.ts';
import { useTeamChange } from './use-team.ts';

type Props = { team: Workspace; budget: TeamBudget; members: readonly Member[] };

/** The team's spending of this month, by member and limit; members without a view of it see their own. */
export function BudgetCard({ team, budget, members }: Props) {
  const now = new Date(useServerNow(60_000));
  const [isChanging, setChanging] = useState(false);
  const { spent_cents, monthly_limit_cents } = budget.team ?? budget.own;
  return (
    <Card
      title={texts.budgetFor(now.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }))}
      aside={
        <span className="flex flex-wrap items-center gap-3">
          <LeftOf {...(budget.team ?? budget.own)} now={now} />
          {budget.team && team.permissions.includes('workspace') ? (
            <Button aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              {texts.changeBudget}
            </Button>
          ) : null}
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {budget.team ? null : <span className="block text-second text-small">{texts.youSpent}</span>}
          <span className="font-semibold text-total tabular-nums">{usd(spent_cents)}</span>
          {monthly_limit_cents === null ? null : (
            <span className="ml-2 text-second">{texts.ofLimit(usd(monthly_limit_cents))}</span>
          )}
        </p>
        <BudgetBar budget={budget} members={members} />
        {isChanging && budget.team ? (
          <LimitForm
            key={budget.team.monthly_limit_cents}
            team={team}
            cents={budget.team.monthly_limit_cents}
          />
        ) : null}
        <p className="text-second text-small">{texts.budgetNote}</p>
      </div>
    </Card>
  );
}

/** An end that is near says so in words and with an icon. */
function LeftOf({ monthly_limit_cents: limit, spent_cents: spent, now }: TeamBudget['own'] & { now: Date }) {
  const again = texts.startsAgain(
    formatDayOfYear(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1), 'UTC'),
  );
  const isOver = limit !== null && spent >= limit;
  const isNear = limit !== null && spent >= 0.8 * limit;
  const tone = isOver ? 'text-error' : isNear ? 'text-warning' : 'text-second';
  return (
    <span className={`flex items-center gap-1.5 text-small ${tone}`}>
      {isNear ? <CircleAlert size={16} aria-hidden="true" /> : null}
      {limit === null ? texts.noLimit : isOver ? texts.usedUp : texts.leftOf(usd(limit - spent))} · {again}
    </span>
  );
}

function LimitForm({ team, cents }: { team: Workspace; cents: number | null }) {
  const client = useClient();
  const [typed, setTyped] = useState(cents === null ? '' : (cents / 100).toFixed(2));
  const [isWrong, setWrong] = useState(false);
  const change = useTeamChange(
    (monthly_limit_cents: number | null) =>
      client.call('setBudget', { params: { id: team.id }, body: { monthly_limit_cents } }),
    () => texts.budgetSaved,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const limit = parseDollars(typed);
    setWrong(limit === undefined);
    if (limit !== undefined && !change.isPending) change.mutate(limit);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        label={texts.teamLimitLabel}
        hint={texts.limitHint}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        isBusy={change.isPending}
        error={isWrong ? texts.limitWrong : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" className="self-start" isBusy={change.isPending}>
        {texts.saveLimit}
      </Button>
    </form>
  );
}
