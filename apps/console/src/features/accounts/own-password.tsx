import { ApiError } from '@pocketfleet/client';
import { Banner, Button, PasswordField, toast } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';

const nothing = { current_password: '', new_password: '' };

/** A new password; every other session of this operator ends. */
export function OwnPassword() {
  const client = useClient();
  const [typed, setTyped] = useState(nothing);
  const change = useMutation({
    mutationFn: () => client.call('changePassword', { body: typed }),
    onSuccess: () => {
      setTyped(nothing);
      toast.success('Your password was changed');
    },
  });
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const isShownAtField = Object.keys(typed).some((name) => fields[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {change.error && !isShownAtField ? <Banner kind="error">{errorMessage(change.error)}</Banner> : null}
      <PasswordField
        label="Present password"
        autoComplete="current-password"
        value={typed.current_password}
        error={fields['current_password']}
        onChange={(event) => setTyped({ ...typed, current_password: event.target.value })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={typed.new_password}
        error={fields['new_password']}
        onChange={(event) => setTyped({ ...typed, new_password: event.target.value })}
      />
      <p className="text-second text-small">Your other sessions end.</p>
      <div>
        <Button type="submit" kind="primary" isBusy={change.isPending}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
