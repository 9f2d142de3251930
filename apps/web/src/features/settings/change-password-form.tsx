import { passwordStrength, requiredPasswordScore } from '@pocketfleet/rules';
import { Banner, Button, Card, PasswordField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#language/settings';
import { useClient } from '../../api/api-provider.tsx';
import { changePasswordSentence } from '../../api/errors.ts';
import { MatchHint, PasswordRules } from '../../forms/password-rules.tsx';
import { showServerErrors } from '../../forms/show-server-errors.ts';

type Fields = { current_password: string; new_password: string; confirm: string };
type ValidationError = { name: keyof Fields; title: string; description: string };

const empty: Fields = { current_password: '', new_password: '', confirm: '' };

export function ChangePasswordForm({ onChanged }: { onChanged(): void }) {
  // React Hook Form changes its errors in place, so the compiler would keep errors that are gone.
  'use no memo';
  const client = useClient();
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Fields>({ defaultValues: empty });
  const [newPassword, confirm] = useWatch({ control: form.control, name: ['new_password', 'confirm'] });
  const { errors, isSubmitting } = form.formState;

  const field = (name: keyof Fields) => form.register(name, { onChange: () => form.clearErrors(name) });
  const update = form.handleSubmit(async (fields) => {
    clearOutcome();
    const invalid = findError(fields);
    if (invalid) {
      toast.error(invalid.title, { description: invalid.description });
      form.setError(invalid.name, { message: invalid.description }, { shouldFocus: true });
      return;
    }
    const { current_password, new_password } = fields;
    try {
      await client.call('changePassword', { body: { current_password, new_password } });
      form.reset(empty);
      setChanged(true);
      toast.success(texts.passwordUpdatedSuccessfully);
      onChanged();
    } catch (error) {
      const sentence = changePasswordSentence(error);
      toast.error(sentence);
      setFailure(sentence);
      const reason = showServerErrors(error, form);
      if (reason) setFailure(`${sentence} ${reason}`);
    }
  });
  function clearOutcome(): void {
    setChanged(false);
    setFailure(null);
  }

  return (
    <Card title={texts.changePassword} lead={texts.allOtherSessionsAreSigned}>
      <form
        onSubmit={update}
        noValidate
        className="flex flex-col gap-5"
        aria-label={texts.changePasswordLabel}
      >
        {isChanged ? <Banner kind="success">{texts.yourPasswordWasChangedAll}</Banner> : null}
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          isBusy={isSubmitting}
          error={errors.current_password?.message}
          {...field('current_password')}
        />
        <PasswordField
          label={texts.newPassword}
          autoComplete="new-password"
          isBusy={isSubmitting}
          error={errors.new_password?.message}
          {...field('new_password')}
        />
        <PasswordRules password={newPassword} />
        <PasswordField
          label={texts.confirmNewPassword}
          autoComplete="new-password"
          isBusy={isSubmitting}
          hint={errors.confirm ? undefined : <MatchHint password={newPassword} confirm={confirm} />}
          error={errors.confirm?.message}
          {...field('confirm')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            {isSubmitting ? texts.updating : texts.updatePassword}
          </Button>
          <Button
            disabled={isSubmitting}
            onClick={() => {
              clearOutcome();
              form.reset(empty);
            }}
          >
            {texts.clear}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The first validation error, with the spec's title (section 5). */
function findError(fields: Fields): ValidationError | null {
  if (fields.current_password === '') {
    return {
      name: 'current_password',
      title: texts.currentPasswordRequired,
      description: texts.pleaseEnterYourCurrentPassword,
    };
  }
  if (passwordStrength(fields.new_password).score < requiredPasswordScore) {
    return {
      name: 'new_password',
      title: texts.passwordTooWeak,
      description: texts.pleaseChooseAStrongerPassword,
    };
  }
  if (fields.new_password !== fields.confirm) {
    return { name: 'confirm', title: texts.passwordsDontMatch, description: texts.passwordsDoNotMatch };
  }
  if (fields.new_password === fields.current_password) {
    return {
      name: 'new_password',
      title: texts.samePassword,
      description: texts.newPasswordMustBeDifferent,
    };
  }
  return null;
}
