import { ApiError } from '@pocketfleet/client';
import { passwordError, passwordStrength, requiredPasswordScore } from '@pocketfleet/rules';
import { Banner, Button, PasswordField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useClient } from '../../api/api-provider.tsx';
import { resetSentence } from '../../api/errors.ts';
import { MatchHint, StrengthMeter } from '../../forms/strength-meter.tsx';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ButtonLink, TextLink } from './text-link.tsx';
import { useMailedLink } from './use-mailed-link.ts';

const brokenLink = 'Invalid or expired reset link. Please request a new password reset.';

export function ResetPassword() {
  const client = useClient();
  const { refresh } = useAuth();
  const link = useMailedLink();
  const isComplete = link.token !== '' && link.email !== '';
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
    if (!isComplete) return fail('Invalid reset link. Please request a new password reset.');
    setFailure(null);
    try {
      await client.call('resetPassword', { body: { ...link, new_password: fields.password } });
    } catch (error) {
      fail(resetSentence(error));
      const message = error instanceof ApiError ? error.fields['new_password'] : undefined;
      if (message) {
        form.setError('password', { message }, { shouldFocus: true });
      }
      return;
    }
    toast.success('Password reset successfully!');
    setDone(true);
    // Every session has ended, including one that may be open here.
    void refresh();
  });

  if (isDone) {
    return (
      <AuthFrame
        title="Password changed"
        lead="Sign in with your new password. All other sessions were signed out."
      >
        <ButtonLink to={paths.login}>Continue to Login</ButtonLink>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Choose a new password" lead="It takes the place of the old one at once.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {failure ? (
          <Banner
            kind="error"
            action={<TextLink to={paths.forgotPassword}>Request a new reset link</TextLink>}
          >
            {failure}
          </Banner>
        ) : null}
        {/* For password managers: whose password this is. */}
        <input type="hidden" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label="New password"
          isTall
          autoComplete="new-password"
          isBusy={isBusy}
          error={form.formState.errors.password?.message}
          {...form.register('password', {
            validate: (value) =>
              passwordError(value) ??
              (passwordStrength(value).score >= requiredPasswordScore ||
                'Please choose a stronger password that meets all requirements'),
            onChange: () => form.clearErrors('password'),
          })}
        />
        <StrengthMeter password={password} />
        <PasswordField
          label="Confirm password"
          isTall
          autoComplete="new-password"
          isBusy={isBusy}
          hint={<MatchHint password={password} confirm={confirm} />}
          error={form.formState.errors.confirm?.message}
          {...form.register('confirm', {
            validate: (value, all) => value === all.password || 'Passwords do not match',
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
          {isBusy ? 'Resetting Password...' : 'Reset Password'}
        </Button>
        <p id="reset-why" className="-mt-2 text-small text-third">
          {isReady ? '' : whyNot(isComplete, isStrong)}
        </p>
        <p className="text-public text-second">
          Remembered it? <TextLink to={paths.login}>Back to Login</TextLink>
        </p>
      </form>
    </AuthFrame>
  );
}

function whyNot(isComplete: boolean, isStrong: boolean): string {
  if (!isComplete) return 'This page needs the link from the email.';
  return isStrong ? 'Both passwords must match.' : 'The password must meet four of the five requirements.';
}
