// Responses of the device list that journeys change on their way to the page.
import type { Device } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';

export const listCall = /\/api\/phones$/;

/** Gives the page the real list with changes; counts the requests. */
export async function changeList(
  page: Page,
  change: (devices: Device[]) => Partial<Device>[],
): Promise<{ count(): number }> {
  let count = 0;
  await page.route(listCall, async (route) => {
    count += 1;
    try {
      const answer = await route.fetch();
      const devices = (await answer.json()) as Device[];
      await route.fulfill({ response: answer, json: change(devices) });
    } catch (error) {
      // A test that has ended closes its page in the middle of a call.
      if (!/disposed|closed/.test(String(error))) throw error;
    }
  });
  return { count: () => count };
}

/** Refuses a call as the API would, or without a detail as a proxy would. */
export function refuse(status: number, detail?: string): (route: Route) => Promise<void> {
  return (route) =>
    route.fulfill(
      detail === undefined
        ? { status, body: 'a proxy said so' }
        : { status, contentType: 'application/json', body: JSON.stringify({ detail, code: 'internal' }) },
    );
}
