// The dialog for a phone's label. A default export, because it is loaded when it is opened.
import { type Device, longestLabel } from '@pocketfleet/contract';
import { Button, Dialog, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/devices';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

export default function LabelDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const workspace = useWorkspace();
  const [text, setText] = useState(device.label ?? '');
  const save = useMutation({
    mutationFn: (label: string) => client.call('namePhone', { params: { id: device.id }, body: { label } }),
    onSuccess: async ({ message }) => {
      await queries.invalidateQueries({ queryKey: queryKeys.devices });
      toast.success(message);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(text);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={texts.labelOf(device.tag)}
      description={texts.labelIsOf(workspace?.is_personal === false)}
    >
      <form onSubmit={submit} className="space-y-5">
        <TextField
          label={texts.labelLabel}
          value={text}
          maxLength={longestLabel}
          autoComplete="off"
          hint={texts.lettersOf(text.length, longestLabel)}
          error={save.error ? (reasonOf(save.error) ?? undefined) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            {texts.saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
