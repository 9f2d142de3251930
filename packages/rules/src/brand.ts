// Name, domain and contacts of the product, in one place. No page, mail or message writes them out itself.
export const brand = {
  name: 'Pocketfleet',
  /** Cookies of our tunnel domains end in this suffix (spec section 9). */
  domainSuffix: 'pocketfleet.example',
  salesEmail: 'sales@pocketfleet.example',
  mailFrom: 'Pocketfleet <no-reply@pocketfleet.example>',
  /** The seller on receipts. `taxId` is empty where there is none. */
  seller: {
    name: 'Pocketfleet, Inc.',
    address: ['548 Market Street', 'San Francisco, CA 94104', 'United States'],
    taxId: '',
    /** Below the amounts of a receipt. */
    taxLine: { label: 'Tax', value: 'None charged' },
  },
  /** Hours within which the sales team answers (spec section 9). */
  salesAnswerHours: 24,
  contacts: [
    {
      kind: 'email',
      label: 'Email',
      value: 'sales@pocketfleet.example',
      url: 'mailto:sales@pocketfleet.example',
    },
    {
      kind: 'discord',
      label: 'Discord link',
      value: 'discord.gg/pocketfleet',
      url: 'https://discord.gg/pocketfleet',
    },
    { kind: 'telegram', label: 'Telegram', value: '@pocketfleet', url: 'https://t.me/pocketfleet' },
    { kind: 'x', label: 'X', value: '@pocketfleet', url: 'https://x.com/pocketfleet' },
    {
      kind: 'youtube',
      label: 'YouTube channel',
      value: '@pocketfleet',
      url: 'https://www.youtube.com/@pocketfleet',
    },
  ],
} as const;
