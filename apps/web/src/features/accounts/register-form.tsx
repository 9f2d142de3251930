import { confirmPasswordError, passwordError, referrerError, termsError } from '@pocketfleet/rules';
import { Banner, Button, Card, Checkbox, PasswordField, TextField, toast } from '@pocketfleet/ui';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Navigate, useLocation, useNavigate } from 'react-router';
import * as texts from '#language/accounts';
import { useClient } from '../../api/api-provider.tsx';
import { registerSentence } from '../../api/errors.ts';
import { PasswordRules } from '../../forms/password-rules.tsx';
import { PersonFields, personNames } from '../../forms/person-fields.tsx';
import { showServerErrors } from '../../forms/show-server-errors.ts';
import { paths } from '../../paths.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { keptOriginOf, originOf } from './left-state.ts';
import { keepOrigin } from './origin-of-new-account.ts';
import { TextLink } from './text-link.tsx';

type Fields = {
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  referrer: string;
  password: string;
  confirm: string;
  terms: boolean;
};

const empty: Fields = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  referrer: '',
  password: '',
  confirm: '',
  terms: false,
};

/** `renderTerms` shows the terms as a dialog; its `onAgree` ticks the box. */
export function RegisterForm(props: {
  termsVersion: string;
  renderTerms(dialog: { isOpen: boolean; onOpenChange(isOpen: boolean): void; onAgree(): void }): ReactNode;
}) {
  const { state } = useAuth();
  const client = useClient();
  const navigate = useNavigate();
  const location = useLocation();
  const from = keptOriginOf(location.state);
  const [failure, setFailure] = useState<string | null>(null);
  const [areTermsOpen, setTermsOpen] = useState(false);
  const form = useForm<Fields>({ defaultValues: empty, reValidateMode: 'onSubmit' });
  const password = useWatch({ control: form.control, name: 'password' });
  const { errors, isSubmitting } = form.formState;

  // Registered before the fields of this form, as on the page, so that the first field with an error is focused.
  for (const name of personNames) form.register(name);
  /** A field with its validation. Editing it clears its own error. */
  const field = (name: keyof Fields, validate: (value: string, all: Fields) => string | undefined) =>
    form.register(name, {
      validate: (value, all) => validate(String(value), all) ?? true,
      onChange: () => form.clearErrors(name),
    });
  const fail = (sentence: string) => {
    setFailure(sentence);
    toast.error(sentence);
  };
  const submit = form.handleSubmit(
    async ({ confirm: _, terms: __, referrer, ...fields }) => {
      setFailure(null);
      try {
        await client.call('register', {
          body: {
            ...fields,
            terms_version: props.termsVersion,
            ...(referrer.trim() === '' ? {} : { referrer: referrer.trim() }),
          },
        });
      } catch (error) {
        fail(registerSentence(error));
        showServerErrors(error, form);
        return;
      }
      toast.success(texts.accountCreatedSuccessfullyPleaseCheck);
      const email = fields.email.trim();
      const state = { registered_email: email, email };
      if (from === null) {
        navigate(paths.account, { state });
        return;
      }
      keepOrigin(email, from);
      navigate(paths.login, { state: { ...state, from } });
    },
    (wrong) => {
      setFailure(null);
      if (wrong.referrer?.message) toast.error(referralSentence(wrong.referrer.message));
    },
  );
  if (state.status === 'signed_in') return <Navigate to={originOf(location.state)} replace />;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5" aria-label={texts.createAnAccount}>
      {failure ? <Banner kind="error">{failure}</Banner> : null}
      <Card title={texts.personalInformation}>
        <div className="flex flex-col gap-5">
          <PersonFields form={form} isBusy={isSubmitting} usernameHint={texts.youSignIn} />
          <TextField
            label={texts.referralCodeOptional}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={texts.usernameOrEmailAddress}
            isBusy={isSubmitting}
            {...field('referrer', referrerError)}
          />
          {/* The field itself shows no error in this layout (spec section 2); without a word, nothing would seem to happen. */}
          {errors.referrer?.message ? (
            <Banner kind="error">{referralSentence(errors.referrer.message)}</Banner>
          ) : null}
        </div>
      </Card>
      <Card title={texts.securityCredentials}>
        <div className="flex flex-col gap-5">
          <PasswordField
            label={texts.password}
            autoComplete="new-password"
            isBusy={isSubmitting}
            error={errors.password?.message}
            {...field('password', passwordError)}
          />
          <PasswordRules password={password} hasMinimumOnly />
          <PasswordField
            label={texts.confirmPassword}
            autoComplete="new-password"
            isBusy={isSubmitting}
            error={errors.confirm?.message}
            {...field('confirm', (value, all) => confirmPasswordError(value, all.password))}
          />
          <Checkbox
            id="terms"
            label={texts.iAcceptTheTermsAndConditions}
            isBusy={isSubmitting}
            error={errors.terms?.message}
            {...form.register('terms', {
              validate: (isAgreed) => isAgreed || termsError,
              onChange: () => form.clearErrors('terms'),
            })}
          >
            <button
              type="button"
              onClick={() => setTermsOpen(true)}
              className="rounded-key font-medium underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {texts.readTheTermsAndConditions}
            </button>
          </Checkbox>
          <Button type="submit" kind="primary" size="large" isBusy={isSubmitting} className="w-full">
            {isSubmitting ? texts.creatingAccount : texts.createAccount}
          </Button>
        </div>
      </Card>
      <p className="text-public text-second">
        {texts.alreadyHaveAnAccount}
        <TextLink to={paths.login} state={{ from }}>
          {texts.signIn}
        </TextLink>
      </p>
      {props.renderTerms({
        isOpen: areTermsOpen,
        onOpenChange: setTermsOpen,
        onAgree: () => {
          form.setValue('terms', true);
          form.clearErrors('terms');
          setTermsOpen(false);
        },
      })}
    </form>
  );
}

function referralSentence(message: string): string {
  return texts.referralCode(message);
}
