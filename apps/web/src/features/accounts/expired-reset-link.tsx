import { Banner, Button } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { forgotSentence } from '../../api/errors.ts';

type Sending = { status: 'idle' | 'sending' | 'sent' } | { status: 'failed'; why: string };

/** Shown above the form when its link can't be used: a button mails a new link to the same address. */
export function ExpiredResetLink({ email }: { email: string }) {
  const client = useClient();
  const [sending, setSending] = useState<Sending>({ status: 'idle' });
  const send = async () => {
    setSending({ status: 'sending' });
    try {
      await client.call('forgotPassword', { body: { email } });
      setSending({ status: 'sent' });
    } catch (error) {
      setSending({ status: 'failed', why: forgotSentence(error) });
    }
  };
  if (sending.status === 'sent') {
    return <Banner kind="success">{texts.ifThereIsAnAccount}</Banner>;
  }
  return (
    <Banner
      kind="error"
      action={
        <Button isBusy={sending.status === 'sending'} onClick={send}>
          {texts.sendANewLink}
        </Button>
      }
    >
      <p>{texts.invalidOrExpiredResetLink}</p>
      {sending.status === 'failed' ? <p className="mt-1">{sending.why}</p> : null}
    </Banner>
  );
}
