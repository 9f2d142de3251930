import type { Workspace } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { useAuth } from '../../session/auth-provider.tsx';
import { Asked } from './asked.tsx';
import { useTeamChange } from './use-team.ts';

/** The owner requires a second factor of all members, or no longer. */
export function SecondFactorRule({ team }: { team: Workspace }) {
  const client = useClient();
  const { refresh } = useAuth();
  const change = useTeamChange(
    async (is_required: boolean) => {
      await client.call('setSecondFactorRule', { params: { id: team.id }, body: { is_required } });
      await refresh();
    },
    (isRequired) => (isRequired ? texts.ruleSet : texts.ruleLifted),
  );
  return (
    <section aria-label={texts.rule} className="flex flex-col gap-2">
      <h3 className="font-medium">{texts.rule}</h3>
      <p className="text-second text-small">{team.requires_second_factor ? texts.ruleOn : texts.ruleOff}</p>
      {team.requires_second_factor ? (
        <Button className="self-start" isBusy={change.isPending} onClick={() => change.mutate(false)}>
          {texts.liftRule}
        </Button>
      ) : (
        <Asked
          label={texts.requireRule}
          confirm={texts.ruleQuestion}
          stay={texts.cancel}
          lead={texts.ruleLead}
          isBusy={change.isPending}
          onConfirm={() => change.mutate(true)}
        />
      )}
    </section>
  );
}
