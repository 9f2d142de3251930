import { emailTrouble } from '@pocketfleet/rules';
import { Button, TextField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from '../../api/api-provider.tsx';
import { resendSentence } from '../../api/errors.ts';

/** Offered at sign-in when the address is not verified yet. The server answers the same for any address. */
export function ResendVerification() {
  const client = useClient();
  const [outcome, setOutcome] = useState<'none' | 'sent' | 'failed'>('none');
  const { register, trigger, getValues, formState, setFocus } = useForm<{ email: string }>({
    defaultValues: { email: '' },
  });
  const [isSending, setSending] = useState(false);

  const send = async () => {
    if (!(await trigger('email'))) {
      setFocus('email');
      return;
    }
    setSending(true);
    try {
      await client.call('resendVerification', { body: { email: getValues('email').trim() } });
      setOutcome('sent');
      toast.success('Verification email sent! Check your inbox.');
    } catch {
      setOutcome('failed');
      toast.error(resendSentence);
    }
    setSending(false);
  };

  if (outcome === 'sent') return <p className="text-main">Verification email sent! Check your inbox.</p>;
  return (
    <div className="mt-1 flex flex-col gap-3 text-main">
      <TextField
        label="Your email address"
        type="email"
        autoComplete="email"
        disabled={isSending}
        error={formState.errors.email?.message ?? (outcome === 'failed' ? resendSentence : undefined)}
        {...register('email', {
          validate: (value) => emailTrouble(value) ?? true,
        })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void send();
        }}
      />
      <Button isBusy={isSending} onClick={send} className="self-start">
        Resend Verification Email
      </Button>
    </div>
  );
}
