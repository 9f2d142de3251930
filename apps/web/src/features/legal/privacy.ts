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
        'Of each sign-in: its time, your browser’s name and the network it came from (not the whole address), so that you see your sessions in the settings and guessing can be stopped.',
        'Of each mail that we send: to whom, when and its text.',
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
      heading: 'For how long',
      paragraphs: [
        'Sign-ins: 7 days, and 30 days after that. Mails that were sent: 90 days. Contact messages: 2 years after they were answered, and those that look like a robot’s 90 days. Orders and payments: as long as tax law says. Your account: until you ask us to delete it.',
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
        'You work in an Android user of your own, which is removed after your rental with your apps, files and accounts in it, before anybody else gets the phone. What you change on the phone outside of it is set back and checked; a phone that cannot be proven clean is not rented again until our team has reset it. Networks and Bluetooth devices that you connect the phone with may stay known to it: remove them before your rental ends.',
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
        `Ask us for a copy, a correction or the deletion of what we keep: ${brand.salesEmail}. We keep what tax law obliges us to keep, for as long as it does.`,
      ],
    },
  ],
};
