import type { SecondFactor } from '@pocketfleet/contract';
import { Dialog, toast } from '@pocketfleet/ui';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { useUser } from '../../session/auth-provider.tsx';
import { ConfirmForm, type OwnFactors } from './confirm-form.tsx';

/** Removes a second factor; says what follows when it is the last one. */
export default function RemoveFactorDialog({
  factor,
  own,
  isLast,
  onChanged,
  onClose,
}: {
  factor: SecondFactor;
  own: OwnFactors;
  isLast: boolean;
  onChanged(): void;
  onClose(): void;
}) {
  const client = useClient();
  const { workspaces = [] } = useUser();
  const teams = workspaces.filter((each) => each.requires_second_factor).map(({ name }) => name);
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.removeTitle(factor.name)}>
      <ConfirmForm
        own={own}
        lead={
          <div className="flex flex-col gap-2 text-second">
            <p>{isLast ? texts.removeLast : texts.removeLead}</p>
            {isLast && teams.length > 0 ? <p>{texts.removeLastInTeams(teams)}</p> : null}
          </div>
        }
        submit={texts.remove}
        kind="danger"
        onSubmit={async ({ proof }) => {
          await client.call('removeSecondFactor', { params: { id: factor.id }, body: proof });
          toast.success(texts.removed(factor.name));
          onChanged();
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
