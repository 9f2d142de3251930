import { ApiError } from '@pocketfleet/client';
import { passwordError, passwordStrength, requiredPasswordScore } from '@pocketfleet/rules';
import { Banner, Button, PasswordField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { resetSentence } from '../../api/errors.ts';
import { MatchHint, PasswordRules } from '../../forms/password-rules.tsx';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ExpiredResetLink } from './expired-reset-link.tsx';
import { ButtonLink, TextLink } from './text-link.tsx';
import { useExpiredLink } from './use-expired-link.ts';
import { useMailedLink } from './use-mailed-link.ts';

const brokenLink = texts.invalidOrExpiredResetLink;

export function ResetPassword() {
  const client = useClient();
  const { refresh } = useAuth();
  const link = useMailedLink();
  const isComplete = link.token !== '' && link.email !== '';
  const [isExpired, setExpired] = useExpiredLink(link, isComplete);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(isComplete ? null : brokenLink);
  const form = useForm({ defaultValues: { password: '', confirm: '' }, reValidateMode: 'onSubmit' });
  const [password, confirm] = useWatch({ control: form.control, name: ['password', 'confirm'] });
  const isBusy = form.formState.isSubmitting;
  const isStrong = passwordStrength(password).score >= requiredPasswordScore;
  const isReady = isComplete && isStrong && password === confirm;

  const fail = (sentence: string) => {
    setFailure(sentence);
    toast.error(sentence);
  };
  const submit = form.handleSubmit(async (fields) => {
    if (!isComplete) return fail(texts.invalidResetLinkPleaseRequest);
    setFailure(null);
    try {
      await client.call('resetPassword', { body: { ...link, new_password: fields.password } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link_expired') setExpired(true);
      fail(resetSentence(error));
      const message = error instanceof ApiError ? error.fields['new_password'] : undefined;
      if (message) {
        form.setError('password', { message }, { shouldFocus: true });
      }
      return;
    }
    toast.success(texts.passwordResetSuccessfully);
    setDone(true);
    // Every session has ended, including one that may be open here.
    void refresh();
  });

  if (isDone) {
    return (
      <AuthFrame title={texts.passwordChanged} lead={texts.signInWithYourNew}>
        <ButtonLink to={paths.login}>{texts.continueToLogin}</ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={texts.chooseANewPassword} lead={texts.itTakesThePlace}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {isExpired ? <ExpiredResetLink email={link.email} /> : null}
        {failure && !isExpired ? (
          <Banner
            kind="error"
            action={<TextLink to={paths.forgotPassword}>{texts.requestANewResetLink}</TextLink>}
          >
            {failure}
          </Banner>
        ) : null}
        {/* For password managers: whose password this is. */}
        <input type="hidden" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label={texts.newPassword}
          isTall
          autoComplete="new-password"
          isBusy={isBusy}
          error={form.formState.errors.password?.message}
          {...form.register('password', {
            validate: (value) =>
              passwordError(value) ??
              (passwordStrength(value).score >= requiredPasswordScore || texts.pleaseChooseAStrongerPassword),
            onChange: () => form.clearErrors('password'),
          })}
        />
        <PasswordRules password={password} />
        <PasswordField
          label={texts.confirmPassword}
          isTall
          autoComplete="new-password"
          isBusy={isBusy}
          hint={<MatchHint password={password} confirm={confirm} />}
          error={form.formState.errors.confirm?.message}
          {...form.register('confirm', {
            validate: (value, all) => value === all.password || texts.passwordsDoNotMatch,
            onChange: () => form.clearErrors('confirm'),
          })}
        />
        <Button
          type="submit"
          kind="primary"
          size="large"
          isBusy={isBusy}
          disabled={!isReady}
          aria-describedby="reset-why"
          className="w-full"
        >
          {isBusy ? texts.resettingPassword : texts.resetPassword}
        </Button>
        <p id="reset-why" className="-mt-2 text-small text-third">
          {isReady ? '' : whyNot(isComplete, isStrong)}
        </p>
        <p className="text-public text-second">
          {texts.rememberedIt}
          <TextLink to={paths.login}>{texts.backToLogin}</TextLink>
        </p>
      </form>
    </AuthFrame>
  );
}

function whyNot(isComplete: boolean, isStrong: boolean): string {
  if (!isComplete) return texts.thisPageNeedsTheLink;
  return isStrong ? texts.bothPasswordsMustMatch : texts.thePasswordMustMeetFour;
}
