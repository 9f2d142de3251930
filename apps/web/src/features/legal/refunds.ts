import { brand } from '@pocketfleet/rules';
import type { LegalText } from './legal-text.ts';

export const refunds: LegalText = {
  title: 'Refund Policy',
  version: '2026-11-20',
  lead: 'When you get your money back, how much, and how.',
  sections: [
    {
      heading: 'The service does not work',
      paragraphs: [
        'If at the start of a rental there is no working phone for you, the time does not count. We try for 2 hours; then you get a full refund without asking.',
      ],
    },
    {
      heading: 'A phone fails while you use it',
      paragraphs: [
        'You get another phone for the rest of the period. If there is none, we refund the unused whole days.',
      ],
    },
    {
      heading: 'You cancel before the start',
      paragraphs: ['A rental that has not started is refunded in full.'],
    },
    {
      heading: 'You hand a phone back early',
      paragraphs: ['There is no refund for the rest of the period.'],
    },
    {
      heading: 'Your payment comes too late',
      paragraphs: [
        'Phones are held for you for 15 minutes while you pay. If a payment arrives after that, you get the phones if they are still free; otherwise it is refunded in full without asking.',
      ],
    },
    {
      heading: 'How',
      paragraphs: [
        'Refunds go back the way the money came: to the card, or by bank transfer or cryptocurrency as agreed with the team. Banks may take some days to show them.',
        `Questions: ${brand.salesEmail}.`,
      ],
    },
    {
      heading: 'Misuse',
      paragraphs: ['Access that ends because the terms were broken is not refunded.'],
    },
  ],
};
