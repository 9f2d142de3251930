import { browserZone } from '@pocketfleet/ui/format';
import { useSearchParams } from 'react-router';
import { localDate } from './local-time.ts';
import { type RentalPlan, readPlan } from './selection.ts';
import { readWish, type Wish } from './short-order.ts';
import { useMinute } from './use-minute.ts';

/** The plan in the page's address, or null: then the page leads back to /rent. */
export function useRentalPlan(): {
  query: URLSearchParams;
  zone: string;
  plan: RentalPlan | null;
  /** What was wished, of an order that was adjusted to what is free. */
  wish: Wish;
} {
  const [query] = useSearchParams();
  const nowMs = useMinute();
  const zone = browserZone();
  const plan = readPlan(query, zone, { nowMs, today: localDate(nowMs, zone) });
  return { query, zone, plan, wish: plan ? readWish(query, plan) : { phoneCount: 0, models: [] } };
}
