import type { Webhook, WebhookAttempt, WebhookDelivery } from '@pocketfleet/contract';
import { Banner, Button, Dialog, Skeleton, StatusDot, toast } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/webhooks';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pollEveryMs = 5_000;
const stateKinds = { pending: 'scheduled', delivered: 'online', failed: 'error' } as const;
const turned = { rotate: '180deg' };

/** The messages to a webhook, and the answers of its server. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const client = useClient();
  const found = useInfiniteQuery({
    queryKey: [...queryKeys.webhooks, webhook.id, 'deliveries'],
    queryFn: ({ signal, pageParam }) =>
      client.call('listDeliveries', {
        params: { id: webhook.id },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: pollEveryMs,
  });
  const deliveries = found.data?.pages.flatMap((page) => page.deliveries);
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.deliveries} description={webhook.url}>
      {found.isPending ? <Skeleton className="h-24" /> : null}
      {found.error ? <Banner kind="error">{texts.notDone(reasonOf(found.error))}</Banner> : null}
      {deliveries?.length === 0 ? <p className="text-second">{texts.noDeliveries}</p> : null}
      <ul className="flex flex-col gap-3">
        {deliveries?.map((each) => (
          <li key={each.id}>
            <Delivery delivery={each} webhook={webhook} />
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button className="mt-4" isBusy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {texts.olderDeliveries}
        </Button>
      ) : null}
    </Dialog>
  );
}

function Delivery({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) {
  const client = useClient();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const again = useMutation({
    mutationFn: () => client.call('resendDelivery', { params: { id: webhook.id, delivery_id: delivery.id } }),
    onSuccess: () => toast.success(texts.sentAgain),
    onError: (error) => toast.error(texts.notDone(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-control border border-hairline px-4 py-3"
    >
      {/* Its own arrow would stand alone above the lines of a narrow window. */}
      <summary className="flex list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="break-words font-mono text-small">{delivery.type}</span>
          <span className="flex flex-wrap items-center gap-x-3">
            <StatusDot kind={stateKinds[delivery.state]}>{texts.deliveryStates[delivery.state]}</StatusDot>
            <time dateTime={delivery.created_at} className="text-second text-small">
              {formatShortMoment(delivery.created_at)}
            </time>
          </span>
        </span>
        <ChevronDown size={16} style={isOpen ? turned : undefined} className="shrink-0 text-third" />
      </summary>
      <div className="mt-3 flex flex-col gap-3">
        <Code title={texts.body} text={delivery.body} />
        {delivery.attempts.map((each) => (
          <Code key={each.at} title={attemptText(each)} text={each.answer} />
        ))}
        {delivery.next_attempt_at && delivery.attempts.length > 0 ? (
          <p className="text-second text-small">
            {texts.nextAttempt(formatShortMoment(delivery.next_attempt_at))}
          </p>
        ) : null}
        <Button
          size="small"
          className="self-start"
          disabled={webhook.state !== 'on'}
          isBusy={again.isPending}
          onClick={() => again.mutate()}
        >
          {texts.sendAgain}
        </Button>
      </div>
    </details>
  );
}

function attemptText({ at, status, duration_ms, error }: WebhookAttempt): string {
  const result = status === null ? texts.noAnswer(duration_ms) : texts.answer(status, duration_ms);
  return `${formatShortMoment(at)}: ${result}${error === '' ? '' : `. ${error}`}`;
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="mb-1 text-second text-small">{title}</h3>
      {text === '' ? null : (
        <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken px-3 py-2 font-mono text-small">
          {text}
        </pre>
      )}
    </div>
  );
}
