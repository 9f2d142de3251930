import type { OperatorSession } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { useState } from 'react';
import { AuthenticatorForm, type Confirmed } from './authenticator-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type Props = { session: OperatorSession; onDone(session: OperatorSession): void };

/** The first sign-in outside the demo: sets up the authenticator, then shows the recovery codes once. */
export function EnrolForm({ session, onDone }: Props) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  if (confirmed) {
    const { recovery_codes, ...signedIn } = confirmed;
    return (
      <SignInFrame
        title="Keep your recovery codes"
        text="If you lose your authenticator, each code lets you sign in once. You won’t see the codes again."
      >
        <div className="flex flex-col gap-5">
          <RecoveryCodes codes={recovery_codes} />
          <Button kind="primary" size="large" className="w-full" onClick={() => onDone(signedIn)}>
            I have saved them
          </Button>
        </div>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Set up your authenticator"
      text={`Hello ${session.operator.username}. Scan this with your authenticator, then enter its code.`}
    >
      <AuthenticatorForm onConfirmed={setConfirmed} />
    </SignInFrame>
  );
}
