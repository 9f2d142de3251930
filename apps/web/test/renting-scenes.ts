// The rent pages in their states, for `look.ts`.
import type { Scene } from './account-scenes.ts';

const start = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const chosen = (phones: number) => `period=month&date=${start}&time=09%3A00&phones=${phones}`;
const pricing = 'total=390.00&totalDays=30&pricePerPeriod=130.00';

export const rentingScenes: Scene[] = [
  { name: 'rent', path: '/rent', isSignedIn: true },
  {
    name: 'rent-short',
    path: `/rent?${chosen(12)}`,
    isSignedIn: true,
    act: async (page) => page.getByText('Need More Phones?').waitFor(),
  },
  {
    name: 'rent-unchecked',
    path: `/rent?${chosen(3)}`,
    isSignedIn: true,
    state: { broken: { validateAvailability: 500 } },
    act: async (page) => page.getByRole('button', { name: 'Check again' }).waitFor(),
  },
  { name: 'rent-checkout', path: `/rent/checkout?${chosen(9)}&of=12`, isSignedIn: true },
  {
    name: 'rent-payment',
    path: `/rent/payment?${chosen(3)}&${pricing}`,
    isSignedIn: true,
    act: async (page) => {
      await page.getByLabel('Card number').fill('4242424242424242');
      await page.getByRole('button', { name: /^Pay / }).click();
    },
  },
  {
    name: 'rent-payment-failed',
    path: `/rent/payment?${chosen(3)}&${pricing}`,
    isSignedIn: true,
    state: { broken: { createPaymentIntent: 403 } },
    act: async (page) => page.getByText('Payment Failed').waitFor(),
  },
  { name: 'rent-request', path: `/rent/request?${chosen(12)}&available=9`, isSignedIn: true },
];
