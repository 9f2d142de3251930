import { toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { resendSentence } from '../../api/errors.ts';

export const resentSentence = 'Verification email sent! Check your inbox.';

type Resend = {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Asks for the verification link again; the server answers the same for any address. */
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
