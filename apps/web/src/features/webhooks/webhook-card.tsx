import type { Webhook } from '@pocketfleet/contract';
import { Button, StatusDot, toast } from '@pocketfleet/ui';
import { formatAge } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/webhooks';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

type Props = {
  webhook: Webhook;
  nowMs: number;
  onDeliveries(): void;
  onEdit(): void;
  onSecret(secret: string): void;
  onDelete(): void;
};

/** One webhook with its state and what can be done with it. */
export function WebhookCard({ webhook, nowMs, onDeliveries, onEdit, onSecret, onDelete }: Props) {
  const { id, url, events, state, failing_since, is_own, made_by } = webhook;
  const makers = { disabled: !is_own, title: is_own ? undefined : texts.onlyMaker(made_by.username) };
  const client = useClient();
  const queries = useQueryClient();
  const failed = (error: Error) => toast.error(texts.notDone(reasonOf(error)));
  const onSettled = () => queries.invalidateQueries({ queryKey: queryKeys.webhooks });
  const test = useMutation({
    mutationFn: () => client.call('testWebhook', { params: { id }, body: { type: events[0] } }),
    onSuccess: () => toast.success(texts.testSent),
    onError: failed,
    onSettled,
  });
  const change = useMutation({
    mutationFn: () => client.call('changeWebhook', { params: { id }, body: { is_on: state !== 'on' } }),
    onSuccess: () => toast.success(texts.changed),
    onError: failed,
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: () => client.call('rotateWebhook', { params: { id } }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: failed,
    onSettled,
  });
  const isOn = state === 'on';
  return (
    <article
      aria-label={url}
      className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 break-all font-mono">{url}</h2>
        <StatusDot kind={isOn ? (failing_since ? 'warning' : 'online') : 'offline'}>
          {isOn && failing_since
            ? texts.failingSince(formatAge(failing_since, nowMs))
            : texts.stateNames[state]}
        </StatusDot>
      </div>
      <p className="break-words text-second text-small">{events.join(', ')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" {...makers} aria-label={texts.deliveriesOf(url)} onClick={onDeliveries}>
          {texts.deliveries}
        </Button>
        <Button
          size="small"
          {...makers}
          disabled={!isOn || !is_own}
          isBusy={test.isPending}
          aria-label={texts.testOf(url)}
          onClick={() => test.mutate()}
        >
          {texts.test}
        </Button>
        <Button size="small" {...makers} aria-label={texts.editOf(url)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button size="small" {...makers} isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
          {texts.rotate}
        </Button>
        <Button
          size="small"
          {...(isOn ? {} : makers)}
          isBusy={change.isPending}
          onClick={() => change.mutate()}
        >
          {isOn ? texts.switchOff : texts.switchOn}
        </Button>
        <Button size="small" onClick={onDelete}>
          {texts.remove}
        </Button>
      </div>
    </article>
  );
}
