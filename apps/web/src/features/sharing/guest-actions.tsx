import type { GuestPermission } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import * as texts from '#language/sharing';
import { useClient } from '../../api/api-provider.tsx';
import { useSharingChange } from './use-sharing.ts';

export type ListedGuest = { id: string; link_id: string; name: string; permission: GuestPermission };

/**
 * Gives or takes control, or cuts the guest off. A guest can join again at once while their link works, so it can be ended with
 * the same click; where the link stands beside it, it has a button of its own.
 */
export function GuestActions({ guest, canEndLink = false }: { guest: ListedGuest; canEndLink?: boolean }) {
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
  const end = useSharingChange<void>(
    () => client.call('deleteShareLink', { params: { id: guest.link_id } }),
    () => texts.linkEnded,
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
      {canEndLink ? (
        <Button
          size="small"
          kind="quiet"
          aria-label={texts.cutOffAndEndLinkOf(guest.name)}
          isBusy={end.isPending}
          onClick={() => end.mutate()}
        >
          {texts.cutOffAndEndLink}
        </Button>
      ) : null}
    </span>
  );
}
