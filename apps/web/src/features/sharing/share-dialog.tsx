// The viewers of a phone, and the links to it. A default export: loaded when first opened.
import type { Device, ViewerOfPhone } from '@pocketfleet/contract';
import { Dialog, Skeleton } from '@pocketfleet/ui';
import * as texts from '#language/sharing';
import { useMay } from '../../session/use-workspace.ts';
import { CutOff } from './cut-off.tsx';
import { GuestActions } from './guest-actions.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkList } from './link-list.tsx';
import { useShareLinks, useViewers } from './use-sharing.ts';

export default function ShareDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const viewers = useViewers(device.id);
  const links = useShareLinks();
  const own = links.data?.filter(({ phones }) => phones.includes(device.id)) ?? [];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.shareOf(device.tag)}
      description={texts.shareLead}
    >
      <div className="flex flex-col gap-6">
        <section aria-labelledby="here-now">
          <h3 id="here-now" className="mb-2 font-semibold">
            {texts.hereNow}
          </h3>
          {viewers.data ? (
            <Viewers deviceId={device.id} viewers={viewers.data} />
          ) : (
            <Skeleton className="h-8" />
          )}
        </section>
        <section aria-labelledby="share-links">
          <h3 id="share-links" className="mb-3 font-semibold">
            {texts.links}
          </h3>
          {links.isPending ? <Skeleton className="h-14" /> : null}
          {links.isError && !links.data ? <p className="text-warning">{texts.notLoaded}</p> : null}
          {links.data && own.length === 0 ? <p className="text-second">{texts.noLinks}</p> : null}
          {own.length > 0 ? <LinkList links={own} tagOf={() => undefined} /> : null}
        </section>
        <section aria-labelledby="new-link">
          <h3 id="new-link" className="mb-3 font-semibold">
            {texts.newLink}
          </h3>
          <LinkForm devices={[device]} />
        </section>
      </div>
    </Dialog>
  );
}

function Viewers({ deviceId, viewers }: { deviceId: string; viewers: readonly ViewerOfPhone[] }) {
  // Members are cut off by those who manage them.
  const mayCutMembers = useMay('members');
  if (viewers.every(({ is_you }) => is_you)) return <p className="text-second">{texts.onlyYou}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {viewers.map((viewer) => (
        <li key={`${viewer.kind} ${viewer.id}`} className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0 break-words">
            {viewer.is_you ? texts.you(viewer.name) : viewer.name}{' '}
            <span className="text-second text-small">{texts.kinds[viewer.kind]}</span>
          </span>
          {viewer.guest ? <GuestActions canEndLink guest={{ ...viewer.guest, name: viewer.name }} /> : null}
          {viewer.guest || viewer.is_you || (viewer.kind === 'person' && !mayCutMembers) ? null : (
            <CutOff deviceId={deviceId} viewer={viewer} />
          )}
        </li>
      ))}
    </ul>
  );
}
