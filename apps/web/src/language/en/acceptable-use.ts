import { brand } from '@pocketfleet/rules';
import type { LegalText } from '../../language/legal-text.ts';

export const acceptableUse: LegalText = {
  title: 'Acceptable Use Policy',
  version: '2026-11-25',
  lead: 'What you may and may not use our phones for. This policy is part of the terms.',
  sections: [
    {
      heading: 'Allowed',
      paragraphs: [
        'Running your own or your clients’ social accounts, marketing, testing apps and sites, automation that respects the rules of the apps you use, research, and support for your customers.',
      ],
    },
    {
      heading: 'Forbidden',
      paragraphs: [
        'Terrorism and its support. Trafficking of people, drugs, weapons or stolen goods. Exploitation of anybody, especially children.',
        'Fraud: false identities to deceive, phishing, stolen cards or accounts, fake payments, false emergency calls.',
        'Illegal or offensive content. Harassment, threats, stalking, hate.',
        'Attacks on networks or devices, ours included: malware, floods, scanning of systems that are not yours, attempts to break out of the phone or to see other customers’ phones.',
        'Sending unsolicited bulk messages.',
      ],
    },
    {
      heading: 'The phone itself',
      paragraphs: [
        'Do not try to unlock its boot loader, to root it, to change its firmware, or to make it unusable. Our connection to the phone must stay as it is.',
      ],
    },
    {
      heading: 'When rules are broken',
      paragraphs: [
        'We may restrict, suspend or terminate access without a refund, and report to the authorities. Where possible and safe, we will speak to you first.',
        `Report misuse to ${brand.salesEmail}.`,
      ],
    },
  ],
};
