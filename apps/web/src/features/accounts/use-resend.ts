import { toast } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { resendSentence } from '../../api/errors.ts';

export const resentSentence = texts.verificationEmailSentCheckYourInbox;

type Resend = {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Requests the verification link again. The server's response is the same for every address. */
  send(email: string): Promise<void>;
};

export function useResend(): Resend {
  const client = useClient();
  const [state, setState] = useState<Resend['state']>('idle');
  return {
    state,
    async send(email) {
      setState('sending');
      try {
        await client.call('resendVerification', { body: { email } });
        setState('sent');
        toast.success(resentSentence);
      } catch {
        setState('failed');
        toast.error(resendSentence);
      }
    },
  };
}
