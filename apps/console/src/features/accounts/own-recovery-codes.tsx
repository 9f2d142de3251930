import { Banner, Button, PasswordField, TextField } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const nothing = { current_password: '', code: '' };

/** New recovery codes in place of all older ones, after the operator has proven both factors again. */
export function OwnRecoveryCodes({ left }: { left: number }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(nothing);
  const renew = useMutation({
    mutationFn: () => client.call('createRecoveryCodes', { body: typed }),
    onSuccess: async () => {
      setTyped(nothing);
      await queryClient.invalidateQueries({ queryKey: ['getOwnAccount'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renew.mutate();
  };
  if (renew.data) {
    return (
      <div className="flex flex-col gap-4">
        <p className="text-second">
          Save these codes now: you won’t see them again. Older codes no longer work.
        </p>
        <RecoveryCodes codes={renew.data.recovery_codes} />
        <div>
          <Button onClick={() => renew.reset()}>I have saved them</Button>
        </div>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-second">
        {formatCount(left, 'recovery code')} left. Each opens the console once without your authenticator.
      </p>
      {renew.error ? <Banner kind="error">{errorMessage(renew.error)}</Banner> : null}
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={typed.current_password}
        onChange={(event) => setTyped({ ...typed, current_password: event.target.value })}
      />
      <TextField
        label="Code of your authenticator"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed.code}
        onChange={(event) => setTyped({ ...typed, code: event.target.value })}
      />
      <div>
        <Button type="submit" kind="primary" isBusy={renew.isPending}>
          Create new recovery codes
        </Button>
      </div>
    </form>
  );
}
