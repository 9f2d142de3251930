import { ApiError } from '@pocketfleet/client';
import type { OperatorSession } from '@pocketfleet/contract';
import { Banner, Button, PasswordField, TextField } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** `hasEnded`: a session ended on this page; after sign-in, the operator is back on it. */
export function PasswordForm({
  hasEnded,
  onDone,
}: {
  hasEnded: boolean;
  onDone(session: OperatorSession): void;
}) {
  const client = useClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => client.call('signIn', { body: { username, password } }),
    onSuccess: onDone,
  });
  const fields = signIn.error instanceof ApiError ? signIn.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <SignInFrame title="Team sign-in">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {hasEnded && !signIn.error ? (
          <Banner kind="warning">
            Your session has ended: it was not used for 2 hours, is 12 hours old, or was ended by a colleague
            or elsewhere by you. Sign in again and you are back on this page.
          </Banner>
        ) : null}
        {signIn.error ? <Banner kind="error">{errorMessage(signIn.error)}</Banner> : null}
        <TextField
          label="Username"
          isTall
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          error={fields['username']}
          onChange={(event) => setUsername(event.target.value)}
        />
        <PasswordField
          label="Password"
          isTall
          autoComplete="current-password"
          value={password}
          error={fields['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" kind="primary" size="large" isBusy={signIn.isPending} className="w-full">
          {signIn.isPending ? 'Signing in' : 'Sign in'}
        </Button>
      </form>
    </SignInFrame>
  );
}
