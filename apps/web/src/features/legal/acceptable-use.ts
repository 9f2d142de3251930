import { brand } from '@pocketfleet/rules';
import type { LegalText } from './legal-text.ts';

export const acceptableUse: LegalText = {
  title: 'Acceptable Use Policy',
  version: '2026-11-20',
  lead: 'What our phones may be used for, and what they may not. It is part of the terms.',
  sections: [
    {
      heading: 'Welcome',
      paragraphs: [
        'Running social accounts of yours or your clients, marketing, testing apps and sites, automation that respects the rules of the apps you use, research, and support for your customers.',
      ],
    },
    {
      heading: 'Forbidden',
      paragraphs: [
        'Terrorism and its support. Trafficking of people, drugs, weapons or stolen goods. Exploitation of anybody, above all of children.',
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
        'We may restrict, suspend or terminate access without a refund, and report to the authorities. Where it is possible and safe we speak to you first.',
        `Tell us about misuse: ${brand.salesEmail}.`,
      ],
    },
  ],
};
