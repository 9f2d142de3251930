import type { operatorRoutes, ResponseOf } from '@pocketfleet/contract';
import { Banner, Button, PasswordField, Spinner, TextField } from '@pocketfleet/ui';
import { QrCode } from '@pocketfleet/ui/qr-code';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { errorMessage } from '../../api/errors.ts';
import { Copyable } from '../../parts/copyable.tsx';

export type Confirmed = ResponseOf<typeof operatorRoutes.confirmTotp>;

type Props = {
  /** True when it replaces an authenticator. The password is then required, too. */
  isReplacing?: boolean;
  onConfirmed(confirmed: Confirmed): void;
};

/** A new secret to scan or type, and the field for its first code. The secret is used only after a correct code. */
export function AuthenticatorForm({ isReplacing = false, onConfirmed }: Props) {
  const client = useClient();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const secret = useQuery({
    queryKey: ['beginTotp'],
    queryFn: () => client.call('beginTotp'),
    // A new secret each time that the form is opened, but never while it is open.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const confirm = useMutation({
    mutationFn: () =>
      client.call('confirmTotp', { body: isReplacing ? { code, current_password: password } : { code } }),
    onSuccess: onConfirmed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {confirm.error ? <Banner kind="error">{errorMessage(confirm.error)}</Banner> : null}
      {secret.error ? <Banner kind="error">{errorMessage(secret.error)}</Banner> : null}
      {secret.isPending ? <Spinner label="Creating a secret" /> : null}
      {secret.data ? (
        <>
          <div className="flex justify-center">
            <QrCode text={secret.data.otpauth_uri} label="QR code for your authenticator" />
          </div>
          <div>
            <p className="mb-1.5 text-second text-small">Can’t scan it? Type this secret instead.</p>
            <div className="flex items-start gap-2">
              <code className="min-w-0 flex-1 break-all rounded-control bg-sunken px-3 py-2 font-mono text-small">
                {secret.data.secret}
              </code>
              <Copyable value={secret.data.secret} label="secret" />
            </div>
          </div>
          <a className="text-small underline" href={secret.data.otpauth_uri}>
            Open in an authenticator on this device
          </a>
        </>
      ) : null}
      <TextField
        label="Code that it shows"
        isTall
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {isReplacing ? (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <Button type="submit" kind="primary" size="large" isBusy={confirm.isPending} className="w-full">
        Confirm
      </Button>
    </form>
  );
}
