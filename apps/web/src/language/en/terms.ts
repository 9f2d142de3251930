import { brand, termsVersion } from '@pocketfleet/rules';
import type { LegalText } from '../../language/legal-text.ts';

export const terms: LegalText = {
  title: 'Terms and Conditions',
  version: termsVersion,
  lead: `What you and ${brand.name} agree on when you open an account or rent a phone.`,
  sections: [
    {
      heading: 'The service',
      paragraphs: [
        'We rent physical Android phones that are located in the United States, for a period that you choose. You see and control them in your browser.',
        'While a rental runs, the phone is used by your account only. The phones remain our property and on our premises.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Give true details and keep them current. Keep your password to yourself. You are responsible for what happens under your account until you tell us that somebody else has your password.',
        'You must be of legal age where you live, or authorized to act for a company.',
      ],
    },
    {
      heading: 'What is forbidden',
      paragraphs: [
        'You may not use our phones for anything illegal or abusive. In particular: terrorism, trafficking, exploitation, fraud, illegal or offensive content, or harassment.',
        'The acceptable use policy has the details and is part of these terms.',
      ],
    },
    {
      heading: 'Consequences of misuse',
      paragraphs: [
        'If you misuse the service, we may restrict, suspend or terminate your access without a refund, and report it to the authorities.',
      ],
    },
    {
      heading: 'Prices and payment',
      paragraphs: [
        'Prices are in US dollars, per phone, and shown in full before you pay. If our team has quoted an order, you pay the quoted price. Volume discounts for bulk rentals are agreed with the team.',
        'You pay by card on this site, or through the team by bank transfer or cryptocurrency. A rental starts only once we have received your payment.',
      ],
    },
    {
      heading: 'If something does not work',
      paragraphs: [
        'If the service does not work, you get a full refund. The refund policy explains how, and what happens if a phone fails during a rental.',
      ],
    },
    {
      heading: 'The end of a rental',
      paragraphs: [
        'When your rental ends, you lose access to the phone and we clean it. Anything you left on it is erased and cannot be recovered, so copy what you need before then.',
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
        'We will write to you before we change these terms. The terms under which you paid for a rental apply until it ends.',
      ],
    },
  ],
};
