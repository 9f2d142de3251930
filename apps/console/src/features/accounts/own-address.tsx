import { ApiError } from '@pocketfleet/client';
import { Button, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';

/** The address to which alarms are mailed. */
export function OwnAddress({ email }: { email: string | null }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [text, setText] = useState(email ?? '');
  const save = useMutation({
    mutationFn: () => client.call('updateOwnAccount', { body: { email: text.trim() || null } }),
    onSuccess: async () => {
      toast.success(text.trim() === '' ? 'Alarms are no longer mailed to you' : 'The address was saved');
      await queryClient.invalidateQueries({ queryKey: ['getOwnAccount'] });
    },
  });
  const error = save.error
    ? ((save.error instanceof ApiError ? save.error.fields['email'] : undefined) ?? errorMessage(save.error))
    : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Email address"
        type="email"
        autoComplete="email"
        value={text}
        error={error}
        hint="Each alarm is mailed once, when it begins. If this is empty, nothing is mailed."
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
