import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from './customers.ts';

type Check = { id: string; breaches: unknown[] };

const settledWithinS = 30;

/** The findings of the audit of money and inventory, as an operator runs it; some effects need a moment to settle. */
export async function brokenInvariants({ operator }: Product): Promise<Check[]> {
  const cookie = await signInAsOperator(operator);
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

type Phone = {
  tag: string;
  state: string;
  state_reason: string;
  runner_state: string;
  tenant: object | null;
};

/** The state of each phone of the fleet, to explain why none was free. */
export async function describeFleet({ operator }: Product): Promise<string[]> {
  const cookie = await signInAsOperator(operator);
  const response = await fetch(`${operator}/api/phones`, { headers: { cookie } });
  const { rows } = (await response.json()) as { rows: Phone[] };
  return rows.map(({ tag, state, state_reason, runner_state, tenant }) =>
    [tag, state, runner_state, state_reason, tenant === null ? '' : 'rented'].filter(Boolean).join(', '),
  );
}

async function signInAsOperator(operator: string): Promise<string> {
  const origin = operator.replace('127.0.0.1', 'localhost');
  const signedIn = await fetch(`${operator}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ username: 'operator', password: 'Pocketfleet-operator-1' }),
  });
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
}
