import { Button, CopyButton, TextField, toast } from '@pocketfleet/ui';
import { QrCode } from '@pocketfleet/ui/qr-code';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/second-factor';
import { reasonOf } from '../../api/errors.ts';

/** A new authenticator: the secret to scan or to type, and the first code of it. */
export function AuthenticatorSetup({
  begun,
  onConfirm,
  onCancel,
}: {
  begun: { otpauth_uri: string; secret: string };
  onConfirm(code: string): Promise<void>;
  onCancel(): void;
}) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const run = useMutation({ mutationFn: () => onConfirm(code.trim()) });
  const failure = run.error ? (reasonOf(run.error) ?? run.error.message) : undefined;
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(code.trim() === '');
        if (code.trim() !== '' && !run.isPending) run.mutate();
      }}
    >
      <p className="text-second">{texts.scanLead}</p>
      <div className="flex justify-center">
        <QrCode text={begun.otpauth_uri} label={texts.qrCode} />
      </div>
      <div className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-medium">{texts.secret}</h3>
          <CopyButton
            value={begun.secret}
            label={texts.theSecret}
            onCopied={() => toast.success(texts.copied(texts.theSecret))}
            onFailed={() => toast.error(texts.copyFailed)}
          />
        </div>
        <code className="select-all break-all rounded-control bg-sunken px-4 py-3 font-mono text-small">
          {begun.secret}
        </code>
      </div>
      <TextField
        label={texts.authenticatorCode}
        hint={texts.authenticatorHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        isBusy={run.isPending}
        error={isMissing ? texts.enterCode : failure}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" kind="primary" isBusy={run.isPending}>
          {texts.confirm}
        </Button>
      </div>
    </form>
  );
}
