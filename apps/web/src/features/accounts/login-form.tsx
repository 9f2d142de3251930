import { ApiError } from '@pocketfleet/client';
import type { SecondFactorDue } from '@pocketfleet/contract';
import { emailError, filterSignInName, passwordError, usernameError } from '@pocketfleet/rules';
import {
  Banner,
  Button,
  LazyBoundary,
  lazyWithRetry,
  PasswordField,
  TextField,
  toast,
} from '@pocketfleet/ui';
import { type ChangeEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as texts from '#language/accounts';
import { loginSentence } from '../../api/errors.ts';
import { keepUsernameLetters } from '../../forms/username-letters.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { emailOf, keptOriginOf, noticeOf, originOf, registeredEmailOf } from './left-state.ts';
import { TextLink } from './text-link.tsx';
import { UnverifiedNotice } from './unverified-notice.tsx';

const SecondStep = lazyWithRetry(() => import('./second-step.tsx'));

type Fields = { username: string; password: string };
type Failure = { sentence: string; unverifiedEmail: string | null };

export function LoginForm() {
  const { state, login, acceptSession } = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [due, setDue] = useState<SecondFactorDue | null>(null);
  const [hasSignedInHere, setSignedInHere] = useState(false);
  const form = useForm<Fields>({
    reValidateMode: 'onSubmit',
    defaultValues: { username: emailOf(location.state), password: '' },
  });
  const { register, handleSubmit, formState, clearErrors } = form;
  const username = register('username', {
    validate: (value) => signInNameError(value) ?? true,
    setValueAs: (value: string) => value.trim().toLowerCase(),
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
      if (error instanceof ApiError && error.secondFactor !== null) {
        setDue(error.secondFactor);
        return;
      }
      const sentence = loginSentence(error);
      const unverifiedEmail = error instanceof ApiError ? error.unverifiedEmail : null;
      setFailure({ sentence, unverifiedEmail });
      // The notice of an unverified address has a button, so a toast would only repeat its sentence.
      if (unverifiedEmail !== null) return;
      toast.error(sentence);
      // The field that is most likely wrong.
      form.setFocus('password');
      return;
    }
    welcome();
  });
  function welcome(): void {
    toast.success(texts.welcomeBackYouCanAccess);
    navigate(originOf(location.state), { replace: true });
  }

  // A signed-in customer doesn't need this page.
  if (state.status === 'signed_in' && !hasSignedInHere && !isBusy) {
    return <Navigate to={originOf(location.state)} replace />;
  }
  if (due !== null) {
    return (
      <LazyBoundary what={texts.theSecondStep}>
        <SecondStep
          due={due}
          onSignedIn={async (token) => {
            setSignedInHere(true);
            await acceptSession(token);
            welcome();
          }}
          onStartAgain={(sentence) => {
            setDue(null);
            setSignedInHere(false);
            form.resetField('password');
            setFailure(sentence === null ? null : { sentence, unverifiedEmail: null });
          }}
        />
      </LazyBoundary>
    );
  }
  const notice = noticeOf(location.state);
  const unverifiedEmail = failure ? failure.unverifiedEmail : registeredEmailOf(location.state);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {notice && !failure ? <Banner>{notice}</Banner> : null}
      {unverifiedEmail === null ? null : (
        <UnverifiedNotice email={unverifiedEmail} isRefused={failure !== null} />
      )}
      {failure && unverifiedEmail === null ? <Banner kind="error">{failure.sentence}</Banner> : null}
      <TextField
        label={texts.username}
        isTall
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        isBusy={isBusy}
        error={formState.errors.username?.message}
        hint={texts.usernameOrEmail}
        {...username}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          keepUsernameLetters(event, filterSignInName);
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
          <TextLink to={paths.register} state={{ from: keptOriginOf(location.state) }}>
            {texts.getStarted}
          </TextLink>
        </p>
      </div>
    </form>
  );
}

/** Customers sign in with their username or their email address, which is the one with an @. */
function signInNameError(value: string): string | undefined {
  return value.includes('@') ? emailError(value) : usernameError(value);
}
