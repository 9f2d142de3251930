import type { Profile } from '@pocketfleet/contract';

export type ProfileFields = { first_name: string; last_name: string; username: string; email: string };

/** The form's first values. A new address that isn't confirmed yet stands in place of the present one. */
export function profileFields(profile: Profile): ProfileFields {
  const { first_name, last_name, username } = profile;
  return { first_name, last_name, username, email: profile.pending_email ?? profile.email };
}

/** Only what differs from the original; blanks around a text are no difference. */
export function changesOf(profile: Profile, typed: ProfileFields): Partial<ProfileFields> {
  const original = profileFields(profile);
  const names = Object.keys(original) as (keyof ProfileFields)[];
  return Object.fromEntries(
    names
      .map((name) => [name, typed[name].trim()] as const)
      .filter(([name, value]) => value !== original[name]),
  );
}
