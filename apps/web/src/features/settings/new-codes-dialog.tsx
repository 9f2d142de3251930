import { Dialog } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/second-factor';
import { useClient } from '../../api/api-provider.tsx';
import { ConfirmForm, type OwnFactors } from './confirm-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Makes new recovery codes and shows them. */
export default function NewCodesDialog({
  own,
  onChanged,
  onClose,
}: {
  own: OwnFactors;
  onChanged(): void;
  onClose(): void;
}) {
  const client = useClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog isOpen onOpenChange={onClose} title={codes ? texts.recoveryCodes : texts.newCodesTitle}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <ConfirmForm
          own={own}
          lead={<p className="text-second">{texts.newCodesLead}</p>}
          submit={texts.newCodes}
          onSubmit={async ({ proof }) => {
            const made = await client.call('renewRecoveryCodes', { body: proof });
            setCodes(made.recovery_codes);
            onChanged();
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
