import type { TeamBudget, Workspace } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { Button, Card, DescriptionList, TextField } from '@pocketfleet/ui';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { parseDollars } from './parse-dollars.ts';
import { useTeamChange } from './use-team.ts';

type Props = { team: Workspace; budget: TeamBudget };

/** What was spent this month, and for an owner the limit of the whole team. */
export function BudgetCard({ team, budget }: Props) {
  const mayChange = team.permissions.includes('workspace');
  return (
    <Card title={texts.budget}>
      <div className="flex flex-col gap-5">
        <DescriptionList
          layout="rows"
          items={[
            ...(budget.team ? ([[texts.teamSpent, spentOf(budget.team)]] as const) : []),
            [texts.youSpent, spentOf(budget.own)],
          ]}
        />
        {mayChange && budget.team ? (
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

function spentOf({ monthly_limit_cents, spent_cents }: TeamBudget['own']): string {
  return monthly_limit_cents === null
    ? usd(spent_cents)
    : texts.spentOf(usd(spent_cents), usd(monthly_limit_cents));
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
