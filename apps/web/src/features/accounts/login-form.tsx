import { ApiError } from '@pocketfleet/client';
import { passwordError, usernameError } from '@pocketfleet/rules';
import { Banner, Button, PasswordField, TextField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as texts from '#language/accounts';
import { loginSentence } from '../../api/errors.ts';
import { keepUsernameLetters } from '../../forms/username-letters.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { noticeOf, originOf } from './left-state.ts';
import { ResendVerification } from './resend-verification.tsx';
import { TextLink } from './text-link.tsx';

type Fields = { username: string; password: string };
type Failure = { sentence: string; isUnverified: boolean };

export function LoginForm() {
  const { state, login } = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [hasSignedInHere, setSignedInHere] = useState(false);
  const form = useForm<Fields>({
    reValidateMode: 'onSubmit',
    defaultValues: { username: '', password: '' },
  });
  const { register, handleSubmit, formState, clearErrors } = form;
  const username = register('username', {
    validate: (value) => usernameError(value) ?? true,
    onChange: () => clearErrors('username'),
  });
  const isBusy = formState.isSubmitting;

  const submit = handleSubmit(async (fields) => {
    setFailure(null);
    try {
      setSignedInHere(true);
      await login(fields);
    } catch (error) {
      setSignedInHere(false);
      const sentence = loginSentence(error);
      setFailure({
        sentence,
        isUnverified: error instanceof ApiError && error.code === 'email_not_verified',
      });
      toast.error(sentence);
      // The field that is most likely wrong.
      form.setFocus('password');
      return;
    }
    toast.success(texts.welcomeBackYouCanAccess);
    navigate(originOf(location.state), { replace: true });
  });

  // A signed-in customer doesn't need this page.
  if (state.status === 'signed_in' && !hasSignedInHere && !isBusy) {
    return <Navigate to={originOf(location.state)} replace />;
  }
  const notice = noticeOf(location.state);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {notice ? <Banner>{notice}</Banner> : null}
      {failure ? (
        <Banner kind="error" action={failure.isUnverified ? <ResendVerification /> : undefined}>
          {failure.sentence}
        </Banner>
      ) : null}
      <TextField
        label={texts.username}
        isTall
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        isBusy={isBusy}
        error={formState.errors.username?.message}
        {...username}
        onChange={(event) => {
          keepUsernameLetters(event);
          return username.onChange(event);
        }}
      />
      <PasswordField
        label={texts.password}
        isTall
        autoComplete="current-password"
        isBusy={isBusy}
        error={formState.errors.password?.message}
        {...register('password', {
          validate: (value) => passwordError(value) ?? true,
          onChange: () => clearErrors('password'),
        })}
      />
      <Button type="submit" kind="primary" size="large" isBusy={isBusy} className="mt-1 w-full">
        {isBusy ? texts.signingIn : texts.signIn}
      </Button>
      <div className="mt-2 space-y-1 text-public text-second">
        <p>
          {texts.forgotYourPasswordLabel}
          <TextLink to={paths.forgotPassword}>{texts.clickHere}</TextLink>
        </p>
        <p>
          {texts.newHere}
          <TextLink to={paths.register}>{texts.getStarted}</TextLink>
        </p>
      </div>
    </form>
  );
}
