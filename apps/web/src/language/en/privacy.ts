import { brand } from '@pocketfleet/rules';
import type { LegalText } from '../../language/legal-text.ts';

export const privacy: LegalText = {
  title: 'Privacy Policy',
  version: '2026-11-25',
  lead: `What ${brand.name} keeps about you, why, and for how long.`,
  sections: [
    {
      heading: 'What we keep',
      paragraphs: [
        'Your account: name, username, email address, a one-way hash of your password, when you accepted which terms, and a referral code if you gave one.',
        'Your rentals: orders, payments with amount and reference, which phones you rented and when. Card numbers never reach our servers; the payment provider keeps them.',
        'Messages you send with the contact form: name, email address, message.',
        'Each sign-in: its time, your browser’s name and the network it came from (not the full address), so that you can see your sessions in your settings and we can stop people from guessing passwords.',
        'Each email we send: the recipient, the time and the text.',
      ],
    },
    {
      heading: 'What we do not keep',
      paragraphs: [
        'We do not record the picture or sound of the phones you rent. Streams pass through our relays and are not stored. A recording you make is made in your browser and stays with you.',
        'Our team does not watch rented phones.',
        'This site loads nothing from other companies, except the payment provider on the payment page, and sets no advertising or tracking cookies.',
      ],
    },
    {
      heading: 'For how long',
      paragraphs: [
        'Sign-in records: the session (up to 7 days) plus 30 days. Emails we sent: 90 days. Contact messages: 2 years after we answered them; suspected spam: 90 days. Orders and payments: as long as tax law requires. Your account: until you ask us to delete it.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      paragraphs: [
        'A cookie keeps you signed in for up to 7 days, another opens streams on our relays for as long, a third remembers the scale of the mosaic, and a fourth remembers for up to 37 days that you have signed in with this browser, so that nobody else’s wrong passwords keep you out. Your browser also keeps your theme, whether your sidebar is narrow, and a copy of your profile while you are signed in.',
      ],
    },
    {
      heading: 'On the phones',
      paragraphs: [
        'You work in an Android user of your own, which we remove after your rental, with all its apps, files and accounts, before anybody else gets the phone. We restore and check what you changed elsewhere on the phone; a phone that fails a check is not rented out again until our team has reset it. The phone may remember networks and Bluetooth devices you connected it to, so remove them before your rental ends.',
      ],
    },
    {
      heading: 'Who else sees data',
      paragraphs: [
        'The payment provider, for payments; the providers of mail and servers that carry the service, under contract; authorities, when the law requires it or we have to report misuse. We do not sell data.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        `Ask us for a copy, a correction or the deletion of what we keep: ${brand.salesEmail}. We keep what tax law requires, for as long as it requires it.`,
      ],
    },
  ],
};
