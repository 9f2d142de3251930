// The mail about a program that somebody has connected.
import { brand, usd } from '@pocketfleet/rules';
import { type MailContent, type Place, panelUrl, withoutLinks } from '../../mail/mail.ts';

export function connectedMail(
  firstName: string,
  connected: {
    program: string;
    machine: string;
    permissions: readonly string[];
    phones: 'all' | readonly string[];
    days: number;
    monthly_limit_cents: number;
  },
  place: Place,
): MailContent {
  return {
    subject: `A program was connected: ${connected.program}`,
    title: 'A program was connected to your account',
    greeting: `Hello ${firstName},`,
    paragraphs: [`It can use your phones on ${brand.name} without asking you again, as far as you allowed.`],
    facts: [
      ['Program', connected.program],
      ['Computer', withoutLinks(connected.machine) || 'Not named'],
      ['It may', connected.permissions.join(', ')],
      ['Phones', connected.phones === 'all' ? 'All' : String(connected.phones.length)],
      [
        'May spend',
        connected.monthly_limit_cents === 0 ? 'Nothing' : `${usd(connected.monthly_limit_cents)} a month`,
      ],
      ['Ends', `In ${connected.days} days`],
    ],
    button: { label: 'View connected programs', url: panelUrl(place, '/programs/connected') },
    notes: [
      'If this was you, you don’t need to do anything. If not, disconnect it and change your password.',
    ],
  };
}
