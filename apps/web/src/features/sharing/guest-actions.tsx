import type { GuestPermission } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import * as texts from '#language/sharing';
import { useClient } from '../../api/api-provider.tsx';
import { useSharingChange } from './use-sharing.ts';

export type ListedGuest = { id: string; link_id: string; name: string; permission: GuestPermission };

/** What can be done about a guest: control given or taken away, or cut off. */
export function GuestActions({ guest }: { guest: ListedGuest }) {
  const client = useClient();
  const params = { id: guest.link_id, guest_id: guest.id };
  const change = useSharingChange(
    (permission: GuestPermission) => client.call('changeGuest', { params, body: { permission } }),
    (permission) => (permission === 'control' ? texts.nowControls(guest.name) : texts.nowWatches(guest.name)),
  );
  const cut = useSharingChange<void>(
    () => client.call('removeGuest', { params }),
    () => texts.wasCutOff(guest.name),
  );
  const controls = guest.permission === 'control';
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="small"
        aria-label={controls ? texts.takeControlFrom(guest.name) : texts.giveControlTo(guest.name)}
        isBusy={change.isPending}
        onClick={() => change.mutate(controls ? 'watch' : 'control')}
      >
        {controls ? texts.takeControlAway : texts.giveControl}
      </Button>
      <Button
        size="small"
        kind="quiet"
        aria-label={texts.cutOffNamed(guest.name)}
        isBusy={cut.isPending}
        onClick={() => cut.mutate()}
      >
        {texts.cutOff}
      </Button>
    </span>
  );
}
