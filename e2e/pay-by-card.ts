import { usd } from '@pocketfleet/rules';
import type { Browser, Page } from 'playwright-core';
import { choiceQuery } from './demo-renter.ts';
import { openAsDemo } from './open-as-demo.ts';

/** The payment page of some phones for one day, with the address that checkout links to. */
export function paymentPath(choice: { date: string; phones: number }): string {
  const total = usd(choice.phones * 20_00).replace(/[$,]/g, '');
  return `/rent/payment?${choiceQuery(choice)}&total=${total}&totalDays=1&pricePerPeriod=20.00`;
}

/** Goes through checkout, so that Back works; returns when the card can be entered. */
export async function goToPayment(browser: Browser, choice: { date: string; phones: number }): Promise<Page> {
  const page = await openAsDemo(browser, `/rent/checkout?${choiceQuery(choice)}`);
  await page.getByRole('link', { name: 'Proceed to Payment' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.waitForURL((url) => url.searchParams.has('order'));
  return page;
}

export async function fillCard(page: Page, number = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('0429');
  await page.getByLabel('CVC').fill('424');
  await page.getByLabel('Postal code').fill('78704');
}

export function orderInAddress(page: Page): string | null {
  return new URL(page.url()).searchParams.get('order');
}
