// Mails about contact messages. The message itself goes to our team only: an acknowledgement that repeated it would let
// anybody send any text to any address through us.
import { brand } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';

export function teamMail(message: {
  name: string;
  email: string;
  message: string;
  is_priority: boolean;
}): MailContent {
  const subject = encodeURIComponent(`Your message to ${brand.name}`);
  return {
    subject: `${message.is_priority ? '[Priority] ' : ''}Contact message from ${message.name}`,
    greeting: `${message.name} <${message.email}> writes:`,
    paragraphs: message.message.split(/\r?\n/).filter((line) => line.trim() !== ''),
    button: { label: 'Reply', url: `mailto:${encodeURIComponent(message.email)}?subject=${subject}` },
    notes: [
      message.is_priority
        ? 'The sender has the monthly plan, so this message has priority.'
        : 'Sent with the contact form.',
    ],
  };
}

export function acknowledgementMail(): MailContent {
  return {
    subject: `We have received your message to ${brand.name}`,
    greeting: 'Hello,',
    paragraphs: [
      'Thank you for writing to us. Your message has reached our team.',
      `The team typically responds within ${brand.salesAnswerHours} hours, to this address.`,
    ],
    notes: [
      'If you did not write to us, somebody entered your address by mistake, and you can ignore this email.',
    ],
  };
}
