import { Banner, Button, PasswordField, TextField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { ApiError, loginSentence } from '../../api/errors.ts';
import { paths } from '../../app/paths.ts';
import { useAuth } from './auth-provider.tsx';
import { ResendVerification } from './resend-verification.tsx';

type Fields = { username: string; password: string };
type Failure = { sentence: string; isUnverified: boolean };

export function LoginForm() {
  const { state, login } = useAuth();
  const navigate = useNavigate();
  const location = useLocation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [hasSignedInHere, setSignedInHere] = useState(false);
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { username: '', password: '' },
    shouldFocusError: true,
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
      return;
    }
    toast.success('Welcome back! You can access your User Panel from the header.');
    navigate(originOf(location.state), { replace: true });
  });

  // Somebody who is signed in has nothing to do here.
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
        label="Username"
        isTall
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={isBusy}
        error={formState.errors.username?.message}
        {...register('username', {
          required: 'Username is required',
          pattern: {
            value: /^[a-z0-9._]+$/,
            message: 'Username can only contain lowercase letters, numbers, periods, and underscores',
          },
          onChange: (event: { target: HTMLInputElement }) => {
            event.target.value = event.target.value.toLowerCase().replace(/[^a-z0-9._]/g, '');
          },
        })}
      />
      <PasswordField
        label="Password"
        isTall
        autoComplete="current-password"
        disabled={isBusy}
        error={formState.errors.password?.message}
        {...register('password', {
          required: 'Password is required',
          minLength: { value: 8, message: 'Password must be at least 8 characters long' },
        })}
      />
      <Button type="submit" kind="primary" size="large" isBusy={isBusy} className="mt-1 w-full">
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      <div className="mt-2 space-y-1 text-public text-second">
        <p>
          Forgot your password? <TextLink to={paths.forgotPassword}>Click Here</TextLink>
        </p>
        <p>
          New here? <TextLink to={paths.register}>Get Started</TextLink>
        </p>
      </div>
    </form>
  );
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="rounded-key font-medium text-main underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {children}
    </Link>
  );
}

/** Where the visitor wanted to go: kept in the history entry, so only our own pages can have put it there. */
function originOf(state: unknown): string {
  const from = readString(state, 'from');
  return from?.startsWith('/') && !from.startsWith('//') ? from : paths.account;
}

/** A sentence that another page left for this one, such as "check your inbox" after registering. */
function noticeOf(state: unknown): string | null {
  return readString(state, 'notice');
}

function readString(state: unknown, key: string): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}
