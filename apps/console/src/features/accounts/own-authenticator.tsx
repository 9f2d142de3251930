import { Button, Dialog } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionKey } from '../../session.ts';
import { AuthenticatorForm, type Confirmed } from './authenticator-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets up an authenticator, or another one in place of the present one. */
export function OwnAuthenticator({ hasOne }: { hasOne: boolean }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const close = () => {
    setOpen(false);
    setConfirmed(null);
  };
  const accept = (next: Confirmed) => {
    const { recovery_codes: _, ...session } = next;
    setConfirmed(next);
    queryClient.setQueryData(sessionKey, session);
    void queryClient.invalidateQueries({ queryKey: ['getOwnAccount'] });
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-second">
        {hasOne
          ? 'Set up. Every sign-in asks for a code, and each code works once.'
          : 'Not set up: only the demo lets you in without one.'}
      </p>
      <Button onClick={() => setOpen(true)}>{hasOne ? 'Replace it' : 'Set up an authenticator'}</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={(open) => open || close()}
        title={confirmed ? 'Keep your recovery codes' : 'Set up your authenticator'}
        description={
          confirmed
            ? 'If you lose your authenticator, each code lets you sign in once. You won’t see the codes again.'
            : `Scan this with your authenticator, then enter its code${hasOne ? ' and your password' : ''}. Your other sessions end.`
        }
      >
        {confirmed ? (
          <div className="flex flex-col gap-5">
            <RecoveryCodes codes={confirmed.recovery_codes} />
            <Button kind="primary" onClick={close}>
              I have saved them
            </Button>
          </div>
        ) : (
          <AuthenticatorForm isReplacing={hasOne} onConfirmed={accept} />
        )}
      </Dialog>
    </div>
  );
}
