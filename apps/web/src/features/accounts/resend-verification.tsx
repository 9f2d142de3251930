import { emailError } from '@pocketfleet/rules';
import { Button, TextField } from '@pocketfleet/ui';
import { useForm } from 'react-hook-form';
import * as texts from '#language/accounts';
import { resendSentence } from '../../api/errors.ts';
import { resentSentence, useResend } from './use-resend.ts';

/** Shown at sign-in while the e-mail address is not verified. */
export function ResendVerification() {
  const resend = useResend();
  const { register, trigger, getValues, formState, setFocus, clearErrors } = useForm<{ email: string }>({
    defaultValues: { email: '' },
    reValidateMode: 'onSubmit',
  });
  const isSending = resend.state === 'sending';

  const send = async () => {
    if (await trigger('email')) await resend.send(getValues('email').trim());
    else setFocus('email');
  };

  if (resend.state === 'sent') {
    return (
      <p role="status" className="text-main">
        {resentSentence}
      </p>
    );
  }
  return (
    <div className="mt-1 flex flex-col gap-3 text-main">
      <TextField
        label={texts.yourEmailAddress}
        type="email"
        autoComplete="email"
        isBusy={isSending}
        error={formState.errors.email?.message ?? (resend.state === 'failed' ? resendSentence : undefined)}
        {...register('email', {
          validate: (value) => emailError(value) ?? true,
          onChange: () => clearErrors('email'),
        })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void send();
        }}
      />
      <Button isBusy={isSending} onClick={send} className="self-start">
        {texts.resendVerificationEmail}
      </Button>
    </div>
  );
}
