import type { Profile } from '@pocketfleet/contract';
import { emailTrouble, firstNameTrouble, lastNameTrouble, usernameTrouble } from '@pocketfleet/rules';
import { Banner, Button, PasswordField, TextField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useClient } from '../../api/api-provider.tsx';
import { ApiError, profileSentence } from '../../api/errors.ts';
import { useAuth } from '../accounts/auth-provider.tsx';
import { useFocusWhenFree } from '../accounts/use-focus-when-free.ts';
import { keepUsernameLetters } from '../accounts/username-letters.ts';
import { changesOf, type ProfileFields, profileFields } from './profile-changes.ts';
import { SettingsCard } from './settings-card.tsx';

type Fields = ProfileFields & { current_password: string };

const askForPassword = 'Please enter your current password to verify your identity.';

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved(profile: Profile): void }) {
  const client = useClient();
  const { refresh } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Fields>({
    defaultValues: { ...profileFields(profile), current_password: '' },
    reValidateMode: 'onSubmit',
  });
  const focusLater = useFocusWhenFree(form);
  const { errors, isSubmitting } = form.formState;
  const hasChanged = Object.keys(changesOf(profile, form.watch())).length > 0;

  const field = (name: keyof ProfileFields, trouble: (value: string) => string | undefined) =>
    form.register(name, {
      validate: (value) => trouble(value) ?? true,
      onChange: () => form.clearErrors(name),
    });
  // Registered in the order of the page, so that the first wrong one is focused.
  const firstName = field('first_name', firstNameTrouble);
  const lastName = field('last_name', lastNameTrouble);
  const username = field('username', usernameTrouble);

  const save = form.handleSubmit(async (fields) => {
    setFailure(null);
    const changes = changesOf(profile, fields);
    if (Object.keys(changes).length === 0) {
      toast.info('No Changes', { description: 'There is nothing to save.' });
      return;
    }
    if (fields.current_password === '') {
      toast.error('Password Required', { description: askForPassword });
      form.setError('current_password', { message: askForPassword });
      focusLater('current_password');
      return;
    }
    try {
      const saved = await client.call('updateProfile', {
        body: { ...changes, current_password: fields.current_password },
      });
      onSaved(saved);
      form.reset({ ...profileFields(saved), current_password: '' });
      toast.success('Profile updated successfully!');
      void refresh();
    } catch (error) {
      toast.error(profileSentence);
      setFailure(profileSentence);
      showReasons(error);
    }
  });
  function showReasons(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    const reasons = Object.entries(error.fields).filter(([name]) => name in form.getValues());
    for (const [name, message] of reasons) {
      form.setError(name as keyof Fields, { message });
      focusLater(name as keyof Fields);
    }
    if (reasons.length === 0 && error.detail) setFailure(`${profileSentence} ${error.detail}`);
  }

  const cancel = () => {
    setFailure(null);
    form.reset({ ...profileFields(profile), current_password: '' });
  };

  return (
    <SettingsCard title="Personal Information">
      <form onSubmit={save} noValidate className="flex flex-col gap-5" aria-label="Personal information">
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        {profile.pending_email ? (
          <Banner kind="warning">
            <span className="wrap-anywhere">
              We sent a link to {profile.pending_email}. Open it to confirm your new address; until then{' '}
              {profile.email} stays.
            </span>
          </Banner>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            disabled={isSubmitting}
            error={errors.first_name?.message}
            {...firstName}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            disabled={isSubmitting}
            error={errors.last_name?.message}
            {...lastName}
          />
        </div>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          disabled={isSubmitting}
          error={errors.username?.message}
          {...username}
          onChange={(event) => {
            keepUsernameLetters(event);
            return username.onChange(event);
          }}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          hint="A new address counts once you open the link that we send to it."
          disabled={isSubmitting}
          error={errors.email?.message}
          {...field('email', (value) => emailTrouble(value))}
        />
        {hasChanged ? (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint="Needed to save your changes."
            disabled={isSubmitting}
            error={errors.current_password?.message}
            {...form.register('current_password', {
              onChange: () => form.clearErrors('current_password'),
            })}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Changes'}
          </Button>
          {hasChanged ? (
            <Button disabled={isSubmitting} onClick={cancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      </form>
    </SettingsCard>
  );
}
