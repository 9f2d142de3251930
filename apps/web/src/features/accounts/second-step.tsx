import { ApiError } from '@pocketfleet/client';
import type { SecondFactorDue } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { Banner, Button, TextField } from '@pocketfleet/ui';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { loginSentence, reasonOf } from '../../api/errors.ts';
import { canUsePasskeys, signWithPasskey } from '../../browser-passkeys.ts';

type Step = { code: string } | { assertion: Awaited<ReturnType<typeof signWithPasskey>> };

/**
 * The second step of a sign-in: a passkey, a code of an authenticator, or a recovery code. A default export, because it is
 * loaded when it is needed. `onStartAgain` gets the reason, or null when the customer wants to.
 */
export default function SecondStep(props: {
  due: SecondFactorDue;
  onSignedIn(token: string): Promise<void>;
  onStartAgain(sentence: string | null): void;
}) {
  const { due } = props;
  const client = useClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(
    !due.methods.includes('code') && !due.methods.includes('passkey'),
  );
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'passkey' | 'code' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const hasPasskey = due.passkey !== null && canUsePasskeys();
  const hasCode = due.methods.includes('code');
  const hasField = isRecovery || hasCode;
  // The form of the password is gone: without this, a screen reader would not hear of the new step.
  useEffect(() => heading.current?.focus(), []);

  async function send(step: Step): Promise<void> {
    try {
      const body = { challenge: due.challenge, ...step };
      const { access_token } = await client.call('enterSecondFactor', { body });
      await props.onSignedIn(access_token);
    } catch (error) {
      const isOver =
        error instanceof ApiError && ['challenge_ended', 'invalid_credentials'].includes(error.code);
      if (isOver) return props.onStartAgain(reasonOf(error) ?? loginSentence(error));
      const isPasskeyRefused =
        'assertion' in step && error instanceof ApiError && error.code === 'wrong_code';
      setFailure(isPasskeyRefused ? texts.passkeyRefused : (reasonOf(error) ?? loginSentence(error)));
      setBusy(null);
      field.current?.focus();
    }
  }

  async function askPasskey(): Promise<void> {
    if (due.passkey === null || busy !== null) return;
    setFailure(null);
    setBusy('passkey');
    const assertion = await signWithPasskey(due.passkey).catch(() => null);
    if (assertion !== null) return send({ assertion });
    setFailure(texts.passkeyNotUsed);
    setBusy(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy !== null) return;
    if (code.trim() === '') {
      setFailure(texts.enterCode);
      field.current?.focus();
      return;
    }
    setFailure(null);
    setBusy('code');
    void send({ code: code.trim() });
  }

  const switchTo = (toRecovery: boolean) => {
    setRecovery(toRecovery);
    setCode('');
    setFailure(null);
  };
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
          {texts.stepTitle}
        </h2>
        <p className="text-second">{texts.stepLead}</p>
      </div>
      {failure ? <Banner kind="error">{failure}</Banner> : null}
      {due.passkey !== null && !hasPasskey ? <Banner>{texts.passkeyUnsupported}</Banner> : null}
      {hasPasskey ? (
        <Button
          kind="primary"
          size="large"
          icon={<KeyRound />}
          isBusy={busy === 'passkey'}
          className="w-full"
          onClick={() => void askPasskey()}
        >
          {busy === 'passkey' ? texts.waitingForPasskey : texts.usePasskey}
        </Button>
      ) : null}
      {hasField ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          {hasPasskey ? <p className="text-second">{texts.orEnterCode}</p> : null}
          <TextField
            ref={field}
            // Another field, so that a password manager offers no code of six digits for it.
            key={isRecovery ? 'recovery' : 'code'}
            label={isRecovery ? texts.recoveryCode : texts.authenticatorCode}
            hint={isRecovery ? texts.recoveryHint : texts.authenticatorHint}
            isTall
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            isBusy={busy === 'code'}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button
            type="submit"
            kind={hasPasskey ? 'secondary' : 'primary'}
            size="large"
            isBusy={busy === 'code'}
            className="w-full"
          >
            {busy === 'code' ? texts.signingIn : texts.signIn}
          </Button>
        </form>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {!isRecovery && due.methods.includes('recovery_code') ? (
          <Button disabled={busy !== null} onClick={() => switchTo(true)}>
            {texts.useRecoveryCode}
          </Button>
        ) : null}
        {isRecovery && hasCode ? (
          <Button disabled={busy !== null} onClick={() => switchTo(false)}>
            {texts.useAuthenticator}
          </Button>
        ) : null}
        <Button disabled={busy !== null} onClick={() => props.onStartAgain(null)}>
          {texts.startAgain}
        </Button>
      </div>
      <p className="text-second text-small">{texts.lostAll(brand.salesEmail)}</p>
    </div>
  );
}
