import { emailError, firstNameError, lastNameError, usernameError } from '@pocketfleet/rules';
import { TextField } from '@pocketfleet/ui';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import * as texts from '#language/accounts';
import { keepUsernameLetters } from './username-letters.ts';

export const personNames = ['first_name', 'last_name', 'username', 'email'] as const;
type PersonName = (typeof personNames)[number];

/** The fields for name, username and e-mail of registration and settings. Editing a field clears its error. */
export function PersonFields<Fields extends FieldValues & Record<PersonName, string>>(props: {
  form: UseFormReturn<Fields>;
  isBusy: boolean;
  usernameHint?: string;
  emailHint?: string;
}) {
  const { form, isBusy } = props;
  const field = (name: PersonName, findError: (value: string) => string | undefined) => {
    const path = name as Path<Fields>;
    const error = form.formState.errors[name]?.message;
    return {
      isBusy,
      error: typeof error === 'string' ? error : undefined,
      ...form.register(path, {
        validate: (value: string) => findError(value) ?? true,
        onChange: () => form.clearErrors(path),
      }),
    };
  };
  // Registered in the order of the page, so that the first field with an error is focused.
  const firstName = field('first_name', firstNameError);
  const lastName = field('last_name', lastNameError);
  const username = field('username', usernameError);
  const email = field('email', (value) => emailError(value));
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.firstName} autoComplete="given-name" {...firstName} />
        <TextField label={texts.lastName} autoComplete="family-name" {...lastName} />
      </div>
      <TextField
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint={props.usernameHint}
        {...username}
        onChange={(event) => {
          keepUsernameLetters(event);
          return username.onChange(event);
        }}
      />
      <TextField label={texts.email} type="email" autoComplete="email" hint={props.emailHint} {...email} />
    </>
  );
}
