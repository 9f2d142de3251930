import type { OperatorSession } from '@pocketfleet/contract';
import { Banner, Button, Spinner, TextField } from '@pocketfleet/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/errors.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type Props = { session: OperatorSession; onDone(session: OperatorSession): void };

/** The first sign-in outside the demo: sets up the authenticator, then shows the recovery codes once. */
export function EnrolForm({ session, onDone }: Props) {
  const client = useClient();
  const [code, setCode] = useState('');
  const secret = useQuery({
    queryKey: ['beginTotp'],
    queryFn: () => client.call('beginTotp'),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const confirm = useMutation({ mutationFn: () => client.call('confirmTotp', { body: { code } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  if (confirm.data) {
    const { recovery_codes, ...signedIn } = confirm.data;
    return (
      <SignInFrame
        title="Keep your recovery codes"
        text="Each opens the console once when your authenticator is lost. They are not shown again."
      >
        <ul className="mb-6 grid grid-cols-2 gap-2 rounded-control bg-sunken p-4 font-mono text-small">
          {recovery_codes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Copyable value={recovery_codes.join('\n')} label="recovery codes" />
          <Button kind="primary" onClick={() => onDone(signedIn)}>
            I have kept them
          </Button>
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Set up your authenticator"
      text={`Hello ${session.operator.username}. Add this secret to your authenticator, then enter its code.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {confirm.error ? <Banner kind="error">{sentenceOf(confirm.error)}</Banner> : null}
        {secret.error ? <Banner kind="error">{sentenceOf(secret.error)}</Banner> : null}
        {secret.isPending ? <Spinner label="Making a secret" /> : null}
        {secret.data ? (
          <div className="flex items-start gap-2">
            <code className="min-w-0 flex-1 break-all rounded-control bg-sunken px-3 py-2 font-mono text-small">
              {secret.data.secret}
            </code>
            <Copyable value={secret.data.secret} label="secret" />
          </div>
        ) : null}
        {secret.data ? (
          <a className="text-small underline" href={secret.data.otpauth_uri}>
            Open in an authenticator on this device
          </a>
        ) : null}
        <TextField
          label="Code"
          isTall
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" kind="primary" size="large" isBusy={confirm.isPending} className="w-full">
          Confirm
        </Button>
      </form>
    </SignInFrame>
  );
}
