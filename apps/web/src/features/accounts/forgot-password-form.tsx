import { emailError } from '@pocketfleet/rules';
import { Banner, Button, TextField, toast } from '@pocketfleet/ui';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { forgotSentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ButtonLink, TextLink } from './text-link.tsx';

const missing = texts.emailAddressIsRequired;

/** Form, then "Check Your Email", and back to the form for another address. */
export function ForgotPassword() {
  const client = useClient();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: '' }, reValidateMode: 'onSubmit' });
  const { register, handleSubmit, formState, clearErrors, resetField } = form;
  const typedEmail = useWatch({ control: form.control, name: 'email' });
  const isBusy = formState.isSubmitting;
  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await client.call('forgotPassword', { body: { email: email.trim() } });
      setSentTo(email.trim());
      toast.success(texts.passwordResetEmailSentSuccessfully);
    } catch (error) {
      const sentence = forgotSentence(error);
      setFailure(sentence);
      toast.error(sentence);
    }
  });

  if (sentTo !== null) {
    return (
      <AuthFrame title={texts.checkYourEmail} lead={texts.ifThereIsAnAccount}>
        <div className="flex flex-col gap-6">
          <p className="wrap-anywhere rounded-card border border-hairline bg-surface px-4 py-3 font-medium">
            {sentTo}
          </p>
          <ul className="list-disc space-y-1 pl-5 text-second">
            <li>{texts.theLinkExpiresIn1Hour}</li>
            <li>{texts.nothingThereCheckYourSpamFolder}</li>
          </ul>
          <div className="flex flex-col gap-3">
            <ButtonLink to={paths.login}>{texts.backToLogin}</ButtonLink>
            <Button
              size="large"
              onClick={() => {
                resetField('email');
                setSentTo(null);
              }}
            >
              {texts.tryDifferentEmail}
            </Button>
          </div>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.forgotYourPassword} lead={texts.enterTheAddress}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        <TextField
          label={texts.emailAddress}
          type="email"
          isTall
          autoComplete="email"
          isBusy={isBusy}
          error={formState.errors.email?.message}
          {...register('email', {
            validate: (value) => emailError(value, missing) ?? true,
            onChange: () => clearErrors('email'),
          })}
        />
        <Button
          type="submit"
          kind="primary"
          size="large"
          isBusy={isBusy}
          disabled={typedEmail.trim() === ''}
          className="w-full"
        >
          {isBusy ? texts.sending : texts.sendResetLink}
        </Button>
        <p className="flex items-center gap-2 text-public text-second">
          <ArrowLeft size={16} />
          <TextLink to={paths.login}>{texts.backToLogin}</TextLink>
        </p>
      </form>
    </AuthFrame>
  );
}
