import type { Device } from '@pocketfleet/contract';
import { Card } from '@pocketfleet/ui';
import * as texts from '#language/sharing';
import { teamId } from '../../team.ts';
import { LinkList } from './link-list.tsx';
import { useShareLinks } from './use-sharing.ts';

/** The team's links, with who is in by them. */
export function GuestsCard({ devices }: { devices: readonly Pick<Device, 'id' | 'tag'>[] }) {
  const links = useShareLinks();
  const tags = new Map(devices.map(({ id, tag }) => [id, tag]));
  const guests = links.data?.flatMap((link) => link.guests).length ?? 0;
  return (
    <Card
      title={texts.guestsByLink}
      aside={<span className="text-second text-small">{texts.inNow(guests)}</span>}
    >
      {links.isPending ? (
        <p role="status" className="text-second">
          {texts.loading}
        </p>
      ) : null}
      {links.isError && !links.data ? <p className="text-warning">{texts.notLoaded}</p> : null}
      {links.data?.length === 0 ? (
        <p className="text-second">{teamId === null ? texts.noOwnLinks : texts.noLinksInTeam}</p>
      ) : null}
      {links.data && links.data.length > 0 ? (
        <LinkList links={links.data} tagOf={(id) => tags.get(id)} />
      ) : null}
    </Card>
  );
}
