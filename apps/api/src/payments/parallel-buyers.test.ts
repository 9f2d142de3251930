import { beforeAll, expect, test } from 'vitest';
import { proofSize, proofTimeoutMs } from '../../test/proof-size.ts';
import { type Opened, openRental, settle } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const phones = 10;
const buyers = 200;
const rounds = proofSize(1, 50);
const shop = useShop(phones);
let tokens: string[];

beforeAll(async () => {
  tokens = [];
  for (let index = 0; index < 20; index += 1) tokens.push((await shop.customer(`buyer${index}`)).token);
});

test(
  `B3: of ${buyers} parallel buyers for ${phones} phones exactly ${phones} get one, in each of many rounds`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      await shop.reset();
      // Each customer may place a limited number of orders an hour.
      await shop.site.advance('1 hour');
      // Different starts, so that no two selections of a customer are the same order.
      const answers = await Promise.all(Array.from({ length: buyers }, (_, index) => ask(round, index)));
      const sold = answers.filter(({ status }) => status === 200);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        expect([status, body['code']]).toEqual([
          409,
          expect.stringMatching(/^(?:short_of_phones|too_many_holds)$/),
        ]);
      }
      const stock = await sql`select tag, state, runner_state from devices`.execute(shop.site.db);
      expect(sold, `round ${round}: ${JSON.stringify(stock.rows)}`).toHaveLength(phones);
      const devices = await sql<{ n: number }>`
      select count(distinct device_id)::int as n from assignments where state = 'held'`.execute(shop.site.db);
      expect(devices.rows[0]?.n).toBe(phones);
      await Promise.all(sold.map(({ secret }) => shop.pay(secret)));
      await settle(shop);
      const paid = await sql`select 1 from orders where state = 'paid'`.execute(shop.site.db);
      expect(paid.rows).toHaveLength(phones);
      expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
    }
  },
  proofTimeoutMs,
);

/**
 * An overloaded server refuses with a message, and the same request is sent again, as a customer would do. Phones that
 * were held for the customer meanwhile stay theirs.
 */
async function ask(round: number, index: number): Promise<Opened> {
  const startMs = shop.site.app.deps.clock.nowMs() + 3_600_000 + index;
  const start_date = new Date(startMs).toISOString();
  for (let attempt = 1; ; attempt += 1) {
    const address = `10.${round}.${attempt}.${index}`;
    const answer = await openRental(shop, tokens[index % tokens.length] ?? '', { start_date, address });
    if (answer.status < 500 || attempt >= 20) return answer;
  }
}
