import type { Profile } from '@pocketfleet/contract';
import { Banner, Button, Card, PasswordField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useClient } from '../../api/api-provider.tsx';
import { profileSentence } from '../../api/errors.ts';
import { PersonFields } from '../../forms/person-fields.tsx';
import { showServerErrors } from '../../forms/show-server-errors.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { changesOf, type ProfileFields, profileFields } from './profile-changes.ts';

type Fields = ProfileFields & { current_password: string };

const askForPassword = 'Please enter your current password to verify your identity.';

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved(profile: Profile): void }) {
  // React Hook Form changes its errors in place, so the compiler would keep errors that are gone.
  'use no memo';
  const client = useClient();
  const { refresh } = useAuth();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Fields>({
    defaultValues: { ...profileFields(profile), current_password: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors, isSubmitting } = form.formState;
  const typed = useWatch({ control: form.control, compute: (fields: Fields) => fields });
  const hasChanged = Object.keys(changesOf(profile, typed)).length > 0;

  const save = form.handleSubmit(async (fields) => {
    setFailure(null);
    const changes = changesOf(profile, fields);
    if (Object.keys(changes).length === 0) {
      toast.info('No Changes', { description: 'There is nothing to save.' });
      return;
    }
    if (fields.current_password === '') {
      toast.error('Password Required', { description: askForPassword });
      form.setError('current_password', { message: askForPassword }, { shouldFocus: true });
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
      const reason = showServerErrors(error, form);
      if (reason) setFailure(`${profileSentence} ${reason}`);
    }
  });

  const cancel = () => {
    setFailure(null);
    form.reset({ ...profileFields(profile), current_password: '' });
  };

  return (
    <Card title="Personal Information">
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
        <PersonFields
          form={form}
          isBusy={isSubmitting}
          emailHint="A new address counts once you open the link that we send to it."
        />
        {hasChanged ? (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            hint="Needed to save your changes."
            isBusy={isSubmitting}
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
    </Card>
  );
}
