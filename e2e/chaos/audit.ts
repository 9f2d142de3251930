import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from './customers.ts';

type Check = { id: string; breaches: unknown[] };

const settledWithinS = 30;

/** What the audit of money and inventory finds, as an operator runs it; settled promises need a moment. */
export async function brokenPromises({ operator }: Product): Promise<Check[]> {
  const origin = operator.replace('127.0.0.1', 'localhost');
  const signedIn = await fetch(`${operator}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ username: 'operator', password: 'Pocketfleet-operator-1' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const audit = async (): Promise<Check[]> => {
    const response = await fetch(`${operator}/api/money-audit`, { headers: { cookie } });
    const { checks } = (await response.json()) as { checks: Check[] };
    if (checks.length <= 10) throw new Error(`the audit has only ${checks.length} checks`);
    return checks.filter(({ breaches }) => breaches.length > 0);
  };
  for (let round = 0; round < settledWithinS; round += 1) {
    const broken = await audit();
    if (broken.length === 0) return broken;
    await wait(1_000);
  }
  return audit();
}
