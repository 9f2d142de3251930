import { browserZone } from '@pocketfleet/ui/format';
import { useSearchParams } from 'react-router';
import { localDate } from './local-time.ts';
import { type RentalPlan, readPlan } from './selection.ts';
import { type RequestedPhones, readRequested } from './short-order.ts';
import { useMinute } from './use-minute.ts';

/** The plan in the page's address, or null: then the page leads back to /rent. */
export function useRentalPlan(): {
  query: URLSearchParams;
  zone: string;
  plan: RentalPlan | null;
  /** The phones that were requested before the order was adjusted to those that are free. */
  requested: RequestedPhones;
} {
  const [query] = useSearchParams();
  const nowMs = useMinute();
  const zone = browserZone();
  const plan = readPlan(query, zone, { nowMs, today: localDate(nowMs, zone) });
  return { query, zone, plan, requested: plan ? readRequested(query, plan) : { phoneCount: 0, models: [] } };
}
