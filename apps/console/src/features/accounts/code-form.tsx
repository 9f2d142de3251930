import type { OperatorSession } from '@pocketfleet/contract';
import { Banner, Button, TextField } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';
import { useSignOut } from '../../session.ts';
import { SignInFrame } from './sign-in-frame.tsx';

type Props = { session: OperatorSession; onDone(session: OperatorSession): void };

/** The second factor: a code of the authenticator, or a recovery code. */
export function CodeForm({ session, onDone }: Props) {
  const client = useClient();
  const signOut = useSignOut();
  const [code, setCode] = useState('');
  const enter = useMutation({
    mutationFn: () => client.call('enterCode', { body: { code } }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <SignInFrame
      title="Enter your code"
      text={`Hello ${session.operator.username}. Your authenticator shows a code of six digits.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {enter.error ? <Banner kind="error">{errorMessage(enter.error)}</Banner> : null}
        <TextField
          label="Code"
          isTall
          autoFocus
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          hint="Without your authenticator, enter one of your recovery codes."
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" kind="primary" size="large" isBusy={enter.isPending} className="w-full">
          Continue
        </Button>
        <Button kind="quiet" onClick={signOut}>
          Sign in as somebody else
        </Button>
      </form>
    </SignInFrame>
  );
}
