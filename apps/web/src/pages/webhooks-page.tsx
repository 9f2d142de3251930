import type { Webhook } from '@pocketfleet/contract';
import { Button, Dialog, EmptyState } from '@pocketfleet/ui';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
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
import { ProgramList } from './program-list.tsx';

const listTexts = {
  loading: texts.loading,
  notLoaded: texts.notLoaded,
  nothingChanged: texts.nothingChanged,
  notAllowed: texts.notAllowed,
  notAllowedText: texts.notAllowedText,
  retry: texts.retry,
};

type Open =
  | { kind: 'form'; webhook?: Webhook }
  | { kind: 'secret'; secret: string; isRotated: boolean }
  | { kind: 'deliveries' | 'delete'; webhook: Webhook };

/** Addresses that receive the events of the rentals: a tab beside the keys. */
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
      <ProgramList
        tab="webhooks"
        texts={listTexts}
        found={found}
        action={
          <Button kind="primary" icon={<Plus />} onClick={make}>
            {texts.makeWebhook}
          </Button>
        }
      >
        {webhooks?.length === 0 ? <NoWebhooks onMake={make} /> : null}
        {webhooks?.map((webhook) => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            nowMs={nowMs}
            onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
            onEdit={() => setOpen({ kind: 'form', webhook })}
            onSecret={(secret) => setOpen({ kind: 'secret', secret, isRotated: true })}
            onDelete={() => setOpen({ kind: 'delete', webhook })}
          />
        ))}
      </ProgramList>
      {open?.kind === 'form' ? (
        <Dialog
          isOpen
          onOpenChange={close}
          title={open.webhook ? texts.changeWebhook : texts.newWebhook}
          description={texts.newWebhookLead}
        >
          <WebhookForm
            {...(open.webhook && { webhook: open.webhook })}
            onDone={(made) =>
              setOpen(made ? { kind: 'secret', secret: made.secret, isRotated: false } : null)
            }
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
