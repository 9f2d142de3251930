import { Button, Dialog, TextField } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/team';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { paths } from '../../paths.ts';

/** A default export, because it is loaded when it is opened. */
export default function CreateTeamDialog({ onClose }: { onClose(): void }) {
  const client = useClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => client.call('createWorkspace', { body: { name } }),
    onSuccess: ({ id }) => window.location.assign(paths.teamOf(id)),
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.createATeam} description={texts.createLead}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!create.isPending) create.mutate();
        }}
      >
        <TextField
          label={texts.teamName}
          value={name}
          maxLength={60}
          isBusy={create.isPending}
          error={(create.error && reasonOf(create.error)) ?? undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
