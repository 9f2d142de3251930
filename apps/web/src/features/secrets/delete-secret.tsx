import type { TypedSecret } from '@pocketfleet/contract';
import * as texts from '#language/secrets';
import { useClient } from '../../api/api-provider.tsx';
import { DeleteDialog } from '../../forms/delete-dialog.tsx';
import { secretsKey } from './secrets-key.ts';

const dialogTexts = {
  removeTitle: texts.removeTitle,
  removed: texts.removed,
  cancel: texts.cancel,
  remove: texts.remove,
  notDone: texts.notDone,
};

export function DeleteSecret({ secret, onClose }: { secret: TypedSecret; onClose(): void }) {
  const client = useClient();
  return (
    <DeleteDialog
      texts={dialogTexts}
      text={texts.removeText(secret.name)}
      remove={() => client.call('deleteSecret', { params: { id: secret.id } })}
      queryKey={secretsKey}
      onClose={onClose}
    />
  );
}
