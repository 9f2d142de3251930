// Mails about keys. They hold what recognizes a key, never the key.
import type { Key } from '@pocketfleet/contract';
import { brand, usd } from '@pocketfleet/rules';
import { type MailContent, type Place, panelUrl, withoutLinks } from '../mail/mail.ts';
import { instantText } from '../platform/instant-text.ts';

type Shown = Pick<Key, 'name' | 'prefix' | 'last_four' | 'expires_at'>;

export function keyMadeMail(firstName: string, key: Key, place: Place): MailContent {
  return {
    subject: `A key was made: ${withoutLinks(key.name)}`,
    title: 'A key was made for your account',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Anybody who has this key can use your phones on ${brand.name} without signing in, as far as the key allows.`,
    ],
    facts: [
      ...shownFacts(key),
      ['It may', key.permissions.join(', ')],
      ['Phones', key.phones === 'all' ? 'All' : String(key.phones.length)],
      ['May come from', key.networks.length === 0 ? 'Everywhere' : key.networks.join(', ')],
      ['May spend', key.monthly_limit_cents === 0 ? 'Nothing' : `${usd(key.monthly_limit_cents)} a month`],
      ['Ends', instantText(key.expires_at)],
    ],
    button: { label: 'View your keys', url: panelUrl(place, '/programs/keys') },
    notes: [
      'If this was you, you don’t need to do anything. If not, revoke the key and change your password.',
    ],
  };
}

export function keyRotatedMail(firstName: string, key: Key, place: Place): MailContent {
  return {
    subject: `A key was rotated: ${withoutLinks(key.name)}`,
    title: 'A key was rotated',
    greeting: `Hello ${firstName},`,
    paragraphs: ['A new key has taken the place of the old one, and may do the same.'],
    facts: [
      ...shownFacts(key),
      ...(key.old_key === null
        ? []
        : [
            [
              'Old key',
              `…${key.old_key.last_four}, works until ${instantText(key.old_key.ends_at)}`,
            ] as const,
          ]),
      ['Ends', instantText(key.expires_at)],
    ],
    button: { label: 'View your keys', url: panelUrl(place, '/programs/keys') },
    notes: [
      'If this was you, you don’t need to do anything. If not, revoke the key and change your password.',
    ],
  };
}

export function keyEndsMail(firstName: string, key: Shown, place: Place): MailContent {
  return {
    subject: `A key ends soon: ${withoutLinks(key.name)}`,
    title: 'A key ends soon',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Programs that use this key can’t reach your phones after its end. To go on, rotate the key and give your programs the new one: the old one works for 24 more hours.',
    ],
    facts: [...shownFacts(key), ['Ends', instantText(key.expires_at)]],
    button: { label: 'Rotate the key', url: panelUrl(place, '/programs/keys') },
    notes: ['If nothing uses this key any more, you don’t need to do anything.'],
  };
}

/** To the member who had the key before. */
export function keyTakenOverMail(firstName: string, key: Shown, taker: string, place: Place): MailContent {
  return {
    subject: `A key was taken over: ${withoutLinks(key.name)}`,
    title: 'A key was taken over',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${withoutLinks(taker)} has taken over a key of yours. It now acts for them, and your own membership no longer matters for it. Its programs work as before, as far as the new owner’s rights allow.`,
    ],
    facts: shownFacts(key),
    button: { label: 'View the keys', url: panelUrl(place, '/programs/keys') },
    notes: ['If nobody has told you about this, ask the owner of the team.'],
  };
}

function shownFacts({ name, prefix, last_four }: Shown): (readonly [string, string])[] {
  return [
    ['Name', withoutLinks(name)],
    ['Key', `${prefix}…${last_four}`],
  ];
}
