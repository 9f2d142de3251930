// Mails about webhooks.
import { brand } from '@pocketfleet/rules';
import { type MailContent, type Place, panelUrl } from '../mail/mail.ts';

export function webhookOffMail(
  firstName: string,
  { url, reason }: { url: string; reason: 'failing' | 'gone' },
  place: Place,
): MailContent {
  const why =
    reason === 'gone'
      ? 'The server at this address answered 410, which means that it wants no more events.'
      : 'For three days nothing that we sent to this address has arrived.';
  return {
    subject: 'A webhook was switched off',
    title: 'A webhook was switched off',
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${why} We’ve switched the webhook off, so your program no longer hears from ${brand.name}.`,
    ],
    facts: [['Address', url]],
    button: { label: 'View your webhooks', url: panelUrl(place, '/programs/webhooks') },
    notes: ['Once your server answers again, switch the webhook on and send again what it missed.'],
  };
}
