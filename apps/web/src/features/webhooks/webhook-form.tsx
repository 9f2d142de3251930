import { ApiError } from '@pocketfleet/client';
import { type MadeWebhook, type Webhook, type WebhookEvent, webhookEvents } from '@pocketfleet/contract';
import { Banner, Button, Checkbox, FieldError, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import * as texts from '#language/webhooks';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

type Props = {
  /** The one to change; without it a new one is made. */
  webhook?: Webhook;
  /** With a secret only for a new one. */
  onDone(made?: MadeWebhook): void;
  onCancel(): void;
};

/** An address, and which events go there. */
export function WebhookForm({ webhook, onDone, onCancel }: Props) {
  const client = useClient();
  const queries = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? []);
  const [isTried, setTried] = useState(false);
  const eventsId = useId();
  const make = useMutation({
    mutationFn: async (): Promise<MadeWebhook | undefined> => {
      const body = { url, events: [...events] };
      if (webhook === undefined) return client.call('makeWebhook', { body });
      await client.call('changeWebhook', { params: { id: webhook.id }, body });
      toast.success(texts.changed);
      return undefined;
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
  const fields = make.error instanceof ApiError ? (make.error.fields ?? {}) : {};
  const eventsError = (isTried && events.length === 0 ? texts.chooseAnEvent : undefined) ?? fields['events'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!make.isPending && events.length > 0) make.mutate();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={webhook ? texts.changeWebhook : texts.newWebhook}
      className="flex flex-col gap-6"
    >
      {make.error && Object.keys(fields).length === 0 ? (
        <Banner kind="error">{texts.notDone(reasonOf(make.error))}</Banner>
      ) : null}
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        inputMode="url"
        autoComplete="off"
        maxLength={2_000}
        value={url}
        isBusy={make.isPending}
        error={fields['url']}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset aria-describedby={eventsError ? eventsId : undefined}>
        <legend className="mb-3 font-medium">{texts.events}</legend>
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {webhookEvents.map((each) => (
            <Checkbox
              key={each}
              label={each}
              hint={texts.eventHints[each]}
              checked={events.includes(each)}
              onChange={({ target }) =>
                setEvents(target.checked ? [...events, each] : events.filter((other) => other !== each))
              }
            />
          ))}
        </div>
        <FieldError id={eventsId}>{eventsError}</FieldError>
      </fieldset>
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={make.isPending}>
          {webhook ? texts.save : texts.makeWebhook}
        </Button>
      </div>
    </form>
  );
}
