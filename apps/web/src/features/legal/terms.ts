import { brand, termsVersion } from '@pocketfleet/rules';
import type { LegalText } from './legal-text.ts';

export const terms: LegalText = {
  title: 'Terms and Conditions',
  version: termsVersion,
  lead: `What you and ${brand.name} agree on when you open an account or rent a phone.`,
  sections: [
    {
      heading: 'The service',
      paragraphs: [
        'We rent physical Android phones that are located in the United States, for a period that you choose. You see and control them in your browser.',
        'While a rental runs, the phone is used by your account only. Phones stay our property and in our rooms.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Give true details and keep them current. Keep your password to yourself; what happens under your account is your responsibility until you tell us that somebody else has it.',
        'You must be of age where you live, or act for a company that you may bind.',
      ],
    },
    {
      heading: 'What is forbidden',
      paragraphs: [
        'You may not use our phones for anything illegal or abusive. In particular: terrorism, trafficking, exploitation, fraud, illegal or offensive content, or harassment.',
        'The acceptable use policy says more. It is part of these terms.',
      ],
    },
    {
      heading: 'What misuse leads to',
      paragraphs: [
        'On misuse we may restrict, suspend or terminate your access without a refund, and report it to the authorities.',
      ],
    },
    {
      heading: 'Prices and payment',
      paragraphs: [
        'Prices are in US dollars, for each phone, and shown in full before you pay. An order that our team has quoted costs what the accepted quote says. Volume discounts for bulk rentals are agreed with the team.',
        'You pay by card on this site, or through the team by bank transfer or cryptocurrency. A rental begins only when its payment has arrived.',
      ],
    },
    {
      heading: 'When something does not work',
      paragraphs: [
        'If the service does not work, you get a full refund. The refund policy says how, and what holds for a phone that fails during a rental.',
      ],
    },
    {
      heading: 'The end of a rental',
      paragraphs: [
        'At its end the phone is closed to you and cleaned. What you left on it is erased and cannot be brought back: copy what you need before.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'The service is provided as it is. As far as the law allows, we are not liable for indirect damage, lost profit, lost data, or what third parties (for example the makers of apps, or networks) do to accounts that you use on a phone. Our liability is limited to what you have paid for the rental concerned.',
        'Nothing here limits liability that the law does not allow us to limit.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'When we change these terms we write to you before. A rental that is already paid keeps the terms under which it was bought.',
      ],
    },
  ],
};
