import type { Profile } from '@pocketfleet/contract';
import { Banner, Button, Card, PasswordField, toast } from '@pocketfleet/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#language/settings';
import { useClient } from '../../api/api-provider.tsx';
import { profileSentence } from '../../api/errors.ts';
import { PersonFields } from '../../forms/person-fields.tsx';
import { showServerErrors } from '../../forms/show-server-errors.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { changesOf, type ProfileFields, profileFields } from './profile-changes.ts';

type Fields = ProfileFields & { current_password: string };

const askForPassword = texts.pleaseEnterYourCurrentPasswordTo;

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
      toast.info(texts.noChanges, { description: texts.thereIsNothingToSave });
      return;
    }
    if (fields.current_password === '') {
      toast.error(texts.passwordRequired, { description: askForPassword });
      form.setError('current_password', { message: askForPassword }, { shouldFocus: true });
      return;
    }
    try {
      const saved = await client.call('updateProfile', {
        body: { ...changes, current_password: fields.current_password },
      });
      onSaved(saved);
      form.reset({ ...profileFields(saved), current_password: '' });
      toast.success(texts.profileUpdatedSuccessfully);
      void refresh();
    } catch (error) {
      const sentence = profileSentence(error);
      toast.error(sentence);
      setFailure(sentence);
      const reason = showServerErrors(error, form);
      if (reason) setFailure(`${sentence} ${reason}`);
    }
  });

  const cancel = () => {
    setFailure(null);
    form.reset({ ...profileFields(profile), current_password: '' });
  };

  return (
    <Card title={texts.personalInformation}>
      <form
        onSubmit={save}
        noValidate
        className="flex flex-col gap-5"
        aria-label={texts.personalInformationLabel}
      >
        {failure ? <Banner kind="error">{failure}</Banner> : null}
        {profile.pending_email ? (
          <Banner kind="warning">
            <span className="wrap-anywhere">{texts.weSentALink(profile.pending_email, profile.email)}</span>
          </Banner>
        ) : null}
        <PersonFields form={form} isBusy={isSubmitting} emailHint={texts.aNewAddressCountsOnce} />
        {hasChanged ? (
          <PasswordField
            label={texts.currentPassword}
            autoComplete="current-password"
            hint={texts.neededToSaveYourChanges}
            isBusy={isSubmitting}
            error={errors.current_password?.message}
            {...form.register('current_password', {
              onChange: () => form.clearErrors('current_password'),
            })}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            {isSubmitting ? texts.saving : texts.saveChanges}
          </Button>
          {hasChanged ? (
            <Button disabled={isSubmitting} onClick={cancel}>
              {texts.cancel}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
