import type { Webhook } from '@pocketfleet/contract';
import * as texts from '#language/webhooks';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { DeleteDialog } from '../../forms/delete-dialog.tsx';

const dialogTexts = {
  removeTitle: texts.removeTitle,
  removed: texts.removed,
  cancel: texts.cancel,
  remove: texts.remove,
  notDone: texts.notDone,
};

export function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const client = useClient();
  return (
    <DeleteDialog
      texts={dialogTexts}
      text={texts.removeText(webhook.url)}
      remove={() => client.call('deleteWebhook', { params: { id: webhook.id } })}
      queryKey={queryKeys.webhooks}
      onClose={onClose}
    />
  );
}
