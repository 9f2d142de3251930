import type { Webhook } from '@pocketfleet/contract';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/webhooks';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call('deleteWebhook', { params: { id: webhook.id } }),
    onSuccess: () => {
      toast.success(texts.removed);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.removeTitle}
      footer={
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.remove}
          </Button>
        </div>
      }
    >
      {remove.error ? <Banner kind="error">{texts.notDone(reasonOf(remove.error))}</Banner> : null}
      <p className="break-words">{texts.removeText(webhook.url)}</p>
    </Dialog>
  );
}
