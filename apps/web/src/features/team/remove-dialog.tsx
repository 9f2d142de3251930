import type { Member, Workspace } from '@pocketfleet/contract';
import { Button, Dialog } from '@pocketfleet/ui';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { KeysOfMember } from './keys-of-member.tsx';
import { useTeamChange } from './use-team.ts';

/** Says what ends at once. A default export, because it is loaded when it is opened. */
export default function RemoveDialog(props: { team: Workspace; member: Member; onClose(): void }) {
  const { team, member, onClose } = props;
  const client = useClient();
  const remove = useTeamChange(
    () => client.call('removeMember', { params: { id: team.id, user_id: member.user_id } }),
    () => texts.removed(member.first_name),
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.removeFromTeam(`${member.first_name} ${member.last_name}`)}
      description={texts.whatRemovalEnds(member.first_name)}
    >
      {team.permissions.includes('keys') ? <KeysOfMember member={member} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          kind="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
        >
          {texts.remove}
        </Button>
      </div>
    </Dialog>
  );
}
