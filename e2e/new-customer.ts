import { randomBytes } from 'node:crypto';
import { mailedLink } from './mails.ts';

export type NewCustomer = { username: string; email: string; password: string };
type Places = { site: string; operator: string };

/** Registers a new customer through the API, and opens the mailed link unless `isVerified` is false. */
export async function createCustomer(
  { site, operator }: Places,
  state: { isVerified: boolean } = { isVerified: true },
): Promise<NewCustomer> {
  const username = `new.${randomBytes(5).toString('hex')}`;
  const customer = { username, email: `${username}@example.com`, password: 'violet-Kettle-42' };
  const person = { first_name: 'Nora', last_name: 'Lind' };
  await post(`${site}/api/auth/register`, { ...customer, ...person });
  if (!state.isVerified) return customer;
  const link = new URL(await mailedLink(operator, customer.email, 'Verify your email'));
  await post(`${site}/api/auth/verify-email`, Object.fromEntries(link.searchParams));
  return customer;
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
