import { ApiError } from '@pocketfleet/client';
import type { Webhook } from '@pocketfleet/contract';
import { Button, Dialog, EmptyState, PageHeader, Skeleton } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Lock, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import * as keysTexts from '#language/keys';
import * as texts from '#language/webhooks';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { DeleteWebhook } from '../features/webhooks/delete-webhook.tsx';
import { Deliveries } from '../features/webhooks/deliveries.tsx';
import { WebhookCard } from '../features/webhooks/webhook-card.tsx';
import { WebhookForm } from '../features/webhooks/webhook-form.tsx';
import { WebhookSecret } from '../features/webhooks/webhook-secret.tsx';
import { useServerNow } from '../live/live-events-provider.tsx';
import { usePageTitle } from './page-title.ts';
import { ProgramsTabs } from './programs-tabs.tsx';

type Open =
  | { kind: 'form' }
  | { kind: 'secret'; secret: string; isRotated: boolean }
  | { kind: 'deliveries' | 'delete'; webhook: Webhook };

/** Addresses that are told what happens to the rentals: a tab beside the keys. */
export function WebhooksPage() {
  usePageTitle(texts.webhooks);
  const [open, setOpen] = useState<Open | null>(null);
  const client = useClient();
  const nowMs = useServerNow(60_000);
  const found = useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => client.call('listWebhooks', { signal }),
  });
  const webhooks = found.data?.webhooks;
  const make = () => setOpen({ kind: 'form' });
  const close = () => setOpen(null);
  return (
    <div className="mx-auto max-w-[1600px] px-4 py-6 sm:px-8">
      <PageHeader title={keysTexts.programs} lead={keysTexts.lead}>
        {webhooks ? (
          <Button kind="primary" icon={<Plus />} onClick={make}>
            {texts.makeWebhook}
          </Button>
        ) : null}
      </PageHeader>
      <ProgramsTabs value="webhooks">
        <div className="flex flex-col gap-3 pt-5">
          {found.isPending ? (
            <div role="status" aria-label={texts.loading}>
              <Skeleton className="h-24" />
            </div>
          ) : null}
          {found.isError && !webhooks ? (
            <NotLoaded error={found.error} onRetry={() => void found.refetch()} />
          ) : null}
          {webhooks?.length === 0 ? <NoWebhooks onMake={make} /> : null}
          {webhooks?.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              nowMs={nowMs}
              onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
              onSecret={(secret) => setOpen({ kind: 'secret', secret, isRotated: true })}
              onDelete={() => setOpen({ kind: 'delete', webhook })}
            />
          ))}
        </div>
      </ProgramsTabs>
      {open?.kind === 'form' ? (
        <Dialog isOpen onOpenChange={close} title={texts.newWebhook} description={texts.newWebhookLead}>
          <WebhookForm
            onMade={({ secret }) => setOpen({ kind: 'secret', secret, isRotated: false })}
            onCancel={close}
          />
        </Dialog>
      ) : null}
      {open?.kind === 'secret' ? (
        <Dialog isOpen onOpenChange={close} title={open.isRotated ? texts.rotated : texts.madeWebhook}>
          <WebhookSecret secret={open.secret} isRotated={open.isRotated} onDone={close} />
        </Dialog>
      ) : null}
      {open?.kind === 'deliveries' ? <Deliveries webhook={open.webhook} onClose={close} /> : null}
      {open?.kind === 'delete' ? <DeleteWebhook webhook={open.webhook} onClose={close} /> : null}
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState icon={<Lock />} title={texts.notAllowed}>
        {texts.notAllowedText}
      </EmptyState>
    );
  }
  const action = <Button onClick={onRetry}>{texts.retry}</Button>;
  return (
    <EmptyState isAlert icon={<CircleAlert />} title={texts.notLoaded} action={action}>
      {texts.nothingChanged}
    </EmptyState>
  );
}

function NoWebhooks({ onMake }: { onMake(): void }) {
  const action = (
    <Button icon={<Plus />} onClick={onMake}>
      {texts.makeWebhook}
    </Button>
  );
  return (
    <EmptyState icon={<WebhookIcon />} title={texts.noWebhooks} action={action}>
      {texts.noWebhooksText}
    </EmptyState>
  );
}
