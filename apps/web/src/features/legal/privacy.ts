import { brand } from '@pocketfleet/rules';
import type { LegalText } from './legal-text.ts';

export const privacy: LegalText = {
  title: 'Privacy Policy',
  version: '2026-11-20',
  lead: `What ${brand.name} keeps about you, what for, and for how long.`,
  sections: [
    {
      heading: 'What we keep',
      paragraphs: [
        'Your account: name, username, email address, a one-way hash of your password, when you accepted which terms, and a referral code if you gave one.',
        'Your rentals: orders, payments with amount and reference, which phone was yours from when to when. Card numbers never reach our servers; the payment provider keeps them.',
        'What you write to us with the contact form: name, email address, message.',
      ],
    },
    {
      heading: 'What we do not keep',
      paragraphs: [
        'We do not record the picture or sound of the phones you rent. Streams pass through our relays and are not stored. A recording you make is made in your browser and stays with you.',
        'Our team does not watch phones that somebody rents.',
        'This site loads nothing from other companies, except the payment provider on the payment page, and sets no advertising or tracking cookies.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'A cookie keeps you signed in for up to 7 days, another remembers the scale of the mosaic. Your browser also keeps your theme, and a copy of your profile while you are signed in.',
      ],
    },
    {
      heading: 'On the phones',
      paragraphs: [
        'What you put on a phone stays on it until it is removed. Before your rental ends, remove your files and apps and sign out of your accounts.',
      ],
    },
    {
      heading: 'Who else sees data',
      paragraphs: [
        'The payment provider, for payments; the providers of mail and servers that carry the service, under contract; authorities, when the law obliges us or misuse has to be reported. Nobody buys data from us.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        `Ask us for a copy, a correction or the deletion of what we keep: ${brand.salesEmail}. We keep what tax law obliges us to keep, for as long as it does, and nothing longer than it is needed.`,
      ],
    },
  ],
};
