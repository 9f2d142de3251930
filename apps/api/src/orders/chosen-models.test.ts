import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { placeOrder, type Selection } from './orders.ts';

const site = useTestApp();
let ada: string;
let token: string;

/** Two Pixel 7, three Galaxy S23. */
const stock = {
  'PF-001': 'Pixel 7',
  'PF-002': 'Pixel 7',
  'PF-003': 'Galaxy S23',
  'PF-004': 'Galaxy S23',
  'PF-005': 'Galaxy S23',
};

beforeAll(async () => {
  ada = await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
  const host = await createTestHost(site.db);
  for (const [tag, model] of Object.entries(stock)) {
    await createTestDevice(site.db, host, tag);
    await sql`update devices set model = ${model}, android_version = ${model === 'Pixel 7' ? '14' : '13'}
              where tag = ${tag}`.execute(site.db);
  }
});
beforeEach(async () => {
  await sql`delete from assignments`.execute(site.db);
  await sql`update orders set state = 'expired' where state = 'awaiting_payment'`.execute(site.db);
  await sql`update devices set state = 'ready', runner_state = 'ready'`.execute(site.db);
  await sql`update hosts set link_beat_at = app_now() + interval '1 hour'`.execute(site.db);
});

const inHours = (hours: number): string =>
  new Date(Math.ceil(site.app.deps.clock.nowMs()) + hours * 3_600_000).toISOString();
const selection = (phone_count: number, models?: [string, number][]): Selection => ({
  phone_count,
  start_date: inHours(1),
  period: 'day',
  number_of_periods: 1,
  ...(models ? { models: models.map(([model, count]) => ({ model, count })) } : {}),
});
const check = async (phone_count: number, models?: [string, number][]) =>
  site.call('POST', '/api/orders/validate-phone-availability', {
    token,
    payload: selection(phone_count, models),
  });
const place = (phone_count: number, models?: [string, number][], user = ada) =>
  placeOrder(site.app.deps, user, selection(phone_count, models));
const heldModels = async () => {
  const { rows } = await sql<{ model: string; chosen_model: string | null }>`
    select d.model, a.chosen_model from assignments a join devices d on d.id = a.device_id
    order by d.model, a.chosen_model`.execute(site.db);
  return rows.map(({ model, chosen_model }) => (chosen_model === null ? `${model} (any)` : model));
};
const retire = (model: string) =>
  sql`update devices set state = 'retired' where model = ${model}`.execute(site.db);

test('the models that can be chosen are those of the stock, with their Android versions', async () => {
  expect((await site.call('GET', '/api/phone-models', { token })).body).toEqual([
    { model: 'Galaxy S23', android_versions: ['13'], count: 3 },
    { model: 'Pixel 7', android_versions: ['14'], count: 2 },
  ]);
  await retire('Pixel 7');
  expect((await site.call('GET', '/api/phone-models', { token })).body).toMatchObject([
    { model: 'Galaxy S23' },
  ]);
});

describe('availability', () => {
  test('without models the answer is as it was', async () => {
    expect(Object.keys((await check(2)).body).sort()).toEqual([
      'available',
      'available_phones_count',
      'message',
      'next_available_start',
    ]);
  });

  test('an empty list counts the free phones of each model', async () => {
    await place(1, [['Pixel 7', 1]]);
    const { body } = await check(2, []);
    expect(body).toMatchObject({ available: true, available_phones_count: 2 });
    expect(body['models']).toMatchObject([
      { model: 'Galaxy S23', free: 3, chosen: 0 },
      { model: 'Pixel 7', free: 1, chosen: 0 },
    ]);
  });

  // Of 2 Pixel 7 and 3 Galaxy S23.
  test.each<[number, [string, number][], boolean, number, string]>([
    [2, [['Pixel 7', 2]], true, 2, 'All 2 phones are available.'],
    [
      5,
      [
        ['Pixel 7', 2],
        ['Galaxy S23', 3],
      ],
      true,
      5,
      'All 5 phones are available.',
    ],
    [5, [['Pixel 7', 1]], true, 5, 'All 5 phones are available.'],
    [3, [['Pixel 7', 3]], false, 2, 'Only 2 out of 3 requested phones are available. Pixel 7: 2 of 3 free.'],
    [4, [['Pixel 7', 3]], false, 3, 'Only 3 out of 4 requested phones are available. Pixel 7: 2 of 3 free.'],
    [
      7,
      [
        ['Pixel 7', 3],
        ['Galaxy S23', 4],
      ],
      false,
      5,
      'Only 5 out of 7 requested phones are available. Pixel 7: 2 of 3 free. Galaxy S23: 3 of 4 free.',
    ],
    [6, [['Pixel 7', 1]], false, 5, 'Only 5 out of 6 requested phones are available.'],
  ])('%i phones, of which %j: %s', async (count, models, available, found, message) => {
    const { body } = await check(count, models);
    expect(body).toMatchObject({ available, available_phones_count: found });
    const sentences = (text: unknown) =>
      String(text)
        .split(/(?<=\.) /)
        .sort();
    expect(sentences(body['message'])).toEqual(sentences(message));
  });

  test('a shortage says for each model when there will be enough of it', async () => {
    await sql`
      insert into assignments (device_id, user_id, state, starts_at, expires_at)
      select id, ${ada}, 'scheduled', app_now(), app_now() + interval '40 hours' from devices where tag = 'PF-001'`.execute(
      site.db,
    );
    const { body } = await check(2, [['Pixel 7', 2]]);
    expect(body).toMatchObject({ available: false, available_phones_count: 1 });
    const models = body['models'] as { model: string; next_available_start: string }[];
    const pixel = models.find(({ model }) => model === 'Pixel 7');
    const hours = (Date.parse(pixel?.next_available_start ?? '') - site.app.deps.clock.nowMs()) / 3_600_000;
    // An hour of turnover after its tenant.
    expect(hours).toBeCloseTo(41, 1);
    expect(body['next_available_start']).toBe(pixel?.next_available_start);
  });
});

test.each<[[string, number][], string]>([
  [[['Nokia 3310', 1]], 'We have no phones of the model “Nokia 3310”. Choose one of our models.'],
  [
    [
      ['Pixel 7', 1],
      ['Pixel 7', 1],
    ],
    'Name each model once.',
  ],
  [[['Pixel 7', 3]], 'Choose at most as many phones of certain models as you rent.'],
  [[['Pixel 7', 0]], 'Choose at least one phone of this model'],
  [[['', 1]], 'Choose a model'],
])('models %j are refused: %s', async (models, sentence) => {
  const answer = await check(2, models);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(Object.values(answer.body['fields'] as Record<string, string>)).toEqual([sentence]);
});

describe('a hold', () => {
  test('takes of each model what was chosen, and any others for the rest', async () => {
    const { order } = await place(4, [
      ['Pixel 7', 2],
      ['Galaxy S23', 1],
    ]);
    expect(order.models).toEqual([
      { model: 'Galaxy S23', count: 1 },
      { model: 'Pixel 7', count: 2 },
    ]);
    expect(await heldModels()).toEqual(['Galaxy S23', 'Galaxy S23 (any)', 'Pixel 7', 'Pixel 7']);
  });

  test('of any phones names no model', async () => {
    await place(2);
    expect(await heldModels()).toEqual(['Pixel 7 (any)', 'Pixel 7 (any)']);
  });

  test('takes nothing when one model is short, and says which', async () => {
    await expect(place(3, [['Pixel 7', 3]])).rejects.toMatchObject({
      code: 'short_of_phones',
      more: {
        available: false,
        available_phones_count: 2,
        models: expect.arrayContaining([expect.objectContaining({ model: 'Pixel 7', free: 2, chosen: 3 })]),
      },
    });
    expect(await heldModels()).toEqual([]);
  });

  test('for the same selection again is the same order, for other models another one', async () => {
    const chosen = { ...selection(1, [['Pixel 7', 1]]) };
    const first = await placeOrder(site.app.deps, ada, chosen);
    expect((await placeOrder(site.app.deps, ada, chosen)).order.id).toBe(first.order.id);
    const other = { ...chosen, models: [{ model: 'Galaxy S23', count: 1 }] };
    expect((await placeOrder(site.app.deps, ada, other)).order.id).not.toBe(first.order.id);
  });

  test('of a model whose last phone was retired meanwhile is short of it', async () => {
    await retire('Pixel 7');
    await expect(place(1, [['Pixel 7', 1]])).rejects.toMatchObject({
      code: 'short_of_phones',
      more: { available_phones_count: 0 },
    });
  });

  test('of the last Pixel goes to one of two buyers', async () => {
    const bob = await createTestUser(site.db, 'bob');
    await sql`update devices set state = 'quarantined' where tag = 'PF-001'`.execute(site.db);
    const results = await Promise.allSettled([place(1, [['Pixel 7', 1]]), place(1, [['Pixel 7', 1]], bob)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'short_of_phones' },
    });
    expect(await heldModels()).toEqual(['Pixel 7']);
  });
});

test('the database refuses a phone of another model than was chosen', async () => {
  await place(1, [['Pixel 7', 1]]);
  const give = sql`update assignments set device_id = (select id from devices where tag = 'PF-004')`.execute(
    site.db,
  );
  await expect(give).rejects.toThrow('needs a phone of the model Pixel 7');
});

test('a sales request keeps the models, and names them to both sides', async () => {
  const payload = { ...selection(9, [['Pixel 7', 6]]), currency: 'usd' };
  const answer = await site.call('POST', '/api/orders', { token, payload });
  expect(answer.body).toMatchObject({ state: 'requested', models: [{ model: 'Pixel 7', count: 6 }] });
  const { rows } = await sql<{
    text: string;
  }>`select text from mails where template like 'request_%'`.execute(site.db);
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).toContain('6 Pixel 7, 3 of any model');
});
