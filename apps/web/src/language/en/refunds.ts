import { brand } from '@pocketfleet/rules';
import type { LegalText } from '../../language/legal-text.ts';

export const refunds: LegalText = {
  title: 'Refund Policy',
  version: '2026-11-25',
  lead: 'When you get your money back, how much, and how.',
  sections: [
    {
      heading: 'The service does not work',
      paragraphs: [
        'If there is no working phone for you when your rental starts, the time does not count. We keep trying for 2 hours, then refund you in full automatically.',
      ],
    },
    {
      heading: 'A phone fails while you use it',
      paragraphs: [
        'You get another phone for the rest of the period. If none is free, we refund the unused full days.',
      ],
    },
    {
      heading: 'You cancel before the start',
      paragraphs: ['We refund a rental in full if you cancel it before it starts.'],
    },
    {
      heading: 'You return a phone early',
      paragraphs: ['There is no refund for the rest of the period.'],
    },
    {
      heading: 'Your payment arrives too late',
      paragraphs: [
        'We hold phones for 15 minutes while you pay. If your payment arrives after that, you get the phones if they are still free; otherwise we refund it in full automatically.',
      ],
    },
    {
      heading: 'How refunds are paid',
      paragraphs: [
        'We refund the way you paid: to your card, or by bank transfer or cryptocurrency as agreed with the team. Refunds can take a few days to appear.',
        `Questions: ${brand.salesEmail}.`,
      ],
    },
    {
      heading: 'Misuse',
      paragraphs: ['If your access ends because you broke the terms, we do not refund it.'],
    },
  ],
};
