import type { SecondFactor } from '@pocketfleet/contract';
import { Dialog, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { isKnownPasskey, makePasskey } from '../../browser-passkeys.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { type Confirmed, ConfirmForm, type OwnFactors } from './confirm-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Begun = { id: string; otpauth_uri: string; secret: string };
type Added = { factor: SecondFactor; recovery_codes: string[] | null };

/** Adds a passkey or an authenticator: name and confirmation, then the proof that it works, then recovery codes with the first one. */
export default function AddFactorDialog({
  kind,
  own,
  onChanged,
  onClose,
}: {
  kind: SecondFactor['kind'];
  own: OwnFactors;
  onChanged(): void;
  onClose(): void;
}) {
  const client = useClient();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  function finish({ factor, recovery_codes }: Added): void {
    toast.success(texts.added(factor.name));
    onChanged();
    if (recovery_codes === null) onClose();
    else setCodes(recovery_codes);
  }

  async function beginAuthenticator({ name, proof }: Confirmed): Promise<void> {
    setBegun(await client.call('addAuthenticator', { body: { name, ...proof } }));
  }

  async function addPasskey({ name, proof }: Confirmed): Promise<void> {
    const { id, options } = await client.call('addPasskey', { body: { name, ...proof } });
    const registration = await makePasskey(options).catch((error: unknown) => {
      throw new Error(isKnownPasskey(error) ? texts.passkeyKnown : texts.passkeyNotMade);
    });
    finish(await client.call('confirmPasskey', { params: { id }, body: { registration } }));
  }

  const isPasskey = kind === 'passkey';
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={codes ? texts.recoveryCodes : isPasskey ? texts.addPasskey : texts.addAuthenticator}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : begun ? (
        <AuthenticatorSetup
          begun={begun}
          onConfirm={async (code) =>
            finish(await client.call('confirmAuthenticator', { params: { id: begun.id }, body: { code } }))
          }
          onCancel={onClose}
        />
      ) : (
        <ConfirmForm
          own={own}
          nameHint={isPasskey ? texts.passkeyNameHint : texts.authenticatorNameHint}
          lead={isPasskey ? <p className="text-second">{texts.passkeyLead}</p> : null}
          submit={texts.goOn}
          onSubmit={isPasskey ? addPasskey : beginAuthenticator}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
