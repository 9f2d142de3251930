import type { ShareLink } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import * as texts from '#language/sharing';
import { useClient } from '../../api/api-provider.tsx';
import { GuestActions } from './guest-actions.tsx';
import { useSharingChange } from './use-sharing.ts';

type Props = { links: readonly ShareLink[]; tagOf(deviceId: string): string | undefined };

/** The links that work now, each with its guests. */
export function LinkList({ links, tagOf }: Props) {
  const client = useClient();
  const end = useSharingChange(
    ({ id }: ShareLink) => client.call('deleteShareLink', { params: { id } }),
    () => texts.linkEnded,
  );
  return (
    <ul className="-my-3 divide-y divide-hairline">
      {links.map((link) => {
        const name = link.name || texts.unnamed;
        const tags = link.phones.map(tagOf).filter(Boolean).join(', ');
        const facts = [
          tags,
          link.permission === 'control' ? texts.watchAndControl : texts.watchOnly,
          link.has_password ? texts.withPassword : '',
        ];
        const words = facts.filter(Boolean).join(' · ');
        return (
          <li key={link.id} className="flex flex-col gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div className="min-w-0">
                <p className="break-words font-medium">{name}</p>
                <p className="text-second text-small">{words.charAt(0).toUpperCase() + words.slice(1)}</p>
                <p className="text-second text-small">
                  {texts.endsAt(formatShortMoment(Date.parse(link.ends_at)))}
                </p>
              </div>
              <Button
                size="small"
                aria-label={texts.endLinkNamed(name)}
                isBusy={end.isPending && end.variables.id === link.id}
                onClick={() => end.mutate(link)}
              >
                {texts.endLink}
              </Button>
            </div>
            {link.guests.map((guest) => (
              <div key={guest.id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-words">
                  {guest.name}{' '}
                  <span className="text-second text-small">
                    {guest.permission === 'control' ? texts.mayControl : texts.watches}
                  </span>
                </span>
                <GuestActions guest={{ ...guest, link_id: link.id }} />
              </div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
