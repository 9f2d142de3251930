// Mails about webhooks.
import { brand } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';

type Place = { publicUrl: string; workspace_id: string; user_id: string };

export function webhookOffMail(
  firstName: string,
  { url, reason }: { url: string; reason: 'failing' | 'gone' },
  { publicUrl, workspace_id, user_id }: Place,
): MailContent {
  const team = workspace_id === user_id ? '' : `?team=${workspace_id}`;
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
    button: { label: 'View your webhooks', url: `${publicUrl}/programs/webhooks${team}` },
    notes: ['Once your server answers again, switch the webhook on and send again what it missed.'],
  };
}
