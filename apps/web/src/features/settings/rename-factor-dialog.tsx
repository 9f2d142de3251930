import type { SecondFactor } from '@pocketfleet/contract';
import { Button, Dialog, TextField, toast } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';

export default function RenameFactorDialog({
  factor,
  onChanged,
  onClose,
}: {
  factor: SecondFactor;
  onChanged(): void;
  onClose(): void;
}) {
  const client = useClient();
  const [name, setName] = useState(factor.name);
  const run = useMutation({
    mutationFn: () => client.call('renameSecondFactor', { params: { id: factor.id }, body: { name } }),
    onSuccess: (renamed) => {
      toast.success(texts.renamed(renamed.name));
      onChanged();
      onClose();
    },
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.renameTitle(factor.name)}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!run.isPending) run.mutate();
        }}
      >
        <TextField
          label={texts.name}
          value={name}
          maxLength={60}
          autoComplete="off"
          isBusy={run.isPending}
          error={run.error ? (reasonOf(run.error) ?? run.error.message) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={run.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
