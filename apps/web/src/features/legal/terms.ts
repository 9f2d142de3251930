// The terms and conditions as data (spec section 1). A change of meaning needs a new version: each account
// keeps the version that it accepted, with its date.
import { brand } from '@pocketfleet/rules';

export const termsVersion = '2026-11-20';
export const termsDate = 'November 20, 2026';

export const terms: readonly { title: string; paragraphs: readonly string[] }[] = [
  {
    title: 'What these terms are about',
    paragraphs: [
      `These terms apply between you and ${brand.name} (“we”) when you open an account, rent phones or use them through our site. By ticking the box at registration you accept them. If you act for a company, you accept them for it and confirm that you may.`,
    ],
  },
  {
    title: 'The service',
    paragraphs: [
      'We rent real phones located in the United States, with unlimited data, for a period that you choose. You see and control them live in your browser: screen, apps, files and shell. The phones remain our property at all times.',
      'Phones may be swapped for equal ones before the start of a rental, or when one fails. We clean every phone before and after each customer.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'Give true information and a working email address, keep your password to yourself, and tell us at once if somebody else uses your account. You answer for what is done with it. An account is for one person or one company.',
    ],
  },
  {
    title: 'Prices, payment and renewal',
    paragraphs: [
      'The price of an order is the one shown before you pay, in US dollars. You pay by card at once, or by bank transfer or cryptocurrency through our team. A rental ends by itself at the time shown; nothing is charged again unless you order again.',
      'Volume discounts for bulk rentals are agreed with our team.',
    ],
  },
  {
    title: 'Refunds',
    paragraphs: [
      'If the service does not work, you get your money back in full: when no phone can be given to you within two hours of the start, or when you cancel an order that has not started yet. When a phone fails while you use it, we give you another one or refund the whole days that are left.',
      'There is no refund for handing phones back early, nor when access was ended because of misuse.',
    ],
  },
  {
    title: 'What is forbidden',
    paragraphs: [
      'You may not use the service for anything illegal or abusive. In particular you may not use it to support or promote terrorism; for trafficking in people, drugs, weapons or stolen goods; to exploit anyone, above all children; for fraud, phishing, identity theft or stolen payment data; to create or spread illegal or offensive content; to harass, threaten or stalk; to attack, overload or get into systems of others; or to break the rules of the apps and networks that you use.',
      'You may not damage, unlock, re-flash or try to take over a phone, get around our technical limits, or let others use your rental for the things above.',
    ],
  },
  {
    title: 'What happens on misuse',
    paragraphs: [
      'If we have good reason to believe that the service is misused, we may restrict, suspend or end your access at once and without a refund, and report what we know to the authorities. Where the matter allows it we tell you first and hear you.',
    ],
  },
  {
    title: 'Your content and data',
    paragraphs: [
      'What you put on a phone stays yours. It is erased when the rental ends, so keep copies of what you need. We do not record your screen or what you type. We keep what is needed to run the service, to bill, to prevent misuse and to follow the law: account data, orders, payments, and when sessions began and ended.',
      'Card data goes to our payment provider directly and never touches our servers.',
    ],
  },
  {
    title: 'Availability',
    paragraphs: [
      'We work to keep phones online around the clock and answer support requests at any hour. Mobile networks, apps of others and maintenance can interrupt the service; planned work is announced where possible.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'The service is provided as it is and as available. To the extent that the law allows, we give no other warranties, are not liable for lost profit, lost data, blocked or closed accounts at third parties or other indirect damage, and our liability for an order is limited to what you paid for it. Nothing here limits liability that the law does not let us limit.',
      'You hold us harmless from claims of others that come from your use of the service against these terms.',
    ],
  },
  {
    title: 'Ending',
    paragraphs: [
      'You can stop at any time: rentals run out by themselves, and our team deletes your account on request. We may end an account with 30 days’ notice and refund what is unused, or at once in the cases named above.',
    ],
  },
  {
    title: 'Changes and the rest',
    paragraphs: [
      'When we change these terms we tell you by email at least 14 days before; the version that you accepted holds for orders already paid. If one part does not hold, the others do. The law and the courts of our place of business apply, unless the law that protects you as a consumer says otherwise.',
      `Questions about these terms: ${brand.salesEmail}.`,
    ],
  },
];
