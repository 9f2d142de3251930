// The page of keys in a real browser, with an API that the test answers for.
import { join } from 'node:path';
import type { Key } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach } from 'vitest';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

export const secret = `pf_live_${'Qm4T'.repeat(9)}a1`;
export const devices = sampleDevices();
const [first] = devices;
const hour = 3_600_000;

export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

export const sample = (part: Partial<Key>): Key => ({
  id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001',
  name: 'nightly-tests',
  prefix: 'pf_live_7Kq2',
  last_four: 'x9Rf',
  permissions: ['watch', 'control', 'apps', 'adb'],
  phones: 'all',
  networks: [],
  monthly_limit_cents: 0,
  hours_a_day: null,
  made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', username: 'marta' },
  created_at: inMs(-24 * hour),
  expires_at: inMs(90 * 24 * hour),
  last_used_at: inMs(-6 * 60_000),
  last_used_from: '203.0.113.24',
  old_key: null,
  can_rotate: true,
  ...part,
});

const usualKeys = (): Key[] => [
  sample({}),
  sample({
    id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0002',
    name: 'store-feed',
    phones: [first?.id ?? ''],
    networks: ['203.0.113.0/24'],
    monthly_limit_cents: 5_000,
    old_key: {
      id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0003',
      last_four: 'w2Ha',
      ends_at: inMs(22 * hour + 60_000),
    },
    expires_at: inMs(6 * 24 * hour + hour),
    can_rotate: false,
    made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a12', username: 'ben' },
  }),
];

/** The API's data, responses and received requests, which each test may change. */
type Api = {
  keys: Key[];
  calls: { call: string; body: unknown }[];
  refusal: { status: number; json: object } | undefined;
  /** Answers of changes wait for it. */
  gate: Promise<void>;
};

export function prepareKeysPage() {
  const open = prepareComponent(join(import.meta.dirname, '../src/app/keys-page.fixture.tsx'));
  const api: Api = { keys: [], calls: [], refusal: undefined, gate: Promise.resolve() };
  beforeEach(() => {
    Object.assign(api, { keys: usualKeys(), calls: [], refusal: undefined, gate: Promise.resolve() });
  });

  async function answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const method = route.request().method();
    if (pathname === '/api/phones') return route.fulfill({ json: devices });
    if (!pathname.startsWith('/api/keys')) return route.fulfill({ status: 503, json: {} });
    if (method === 'GET') {
      const can_give = { permissions: ['watch', 'control', 'apps', 'rent', 'keys'], all_phones: true };
      return route.fulfill({ json: { keys: api.keys, can_give } });
    }
    api.calls.push({ call: `${method} ${pathname}`, body: route.request().postDataJSON() });
    await api.gate;
    if (api.refusal !== undefined) return route.fulfill(api.refusal);
    if (method === 'DELETE') {
      api.keys = api.keys.slice(1);
      return route.fulfill({ json: { message: 'Done' } });
    }
    if (pathname.endsWith('/take-over')) return route.fulfill({ json: api.keys[1] });
    const made = sample({ name: 'store-screenshots' });
    const rotated = { ...made, old_key: { id: made.id, last_four: 'x9Rf', ends_at: inMs(24 * hour) } };
    return route.fulfill({ json: { ...(pathname.endsWith('/rotate') ? rotated : made), key: secret } });
  }

  async function openKeys(width = 1440, height = 900): Promise<Page> {
    const before = (page: Page) => page.route('**/api/**', answer);
    return open('', { viewport: { width, height } }, { path: '/programs/keys', before });
  }

  return { api, openKeys };
}

export async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make key' }).first().click();
  await page.getByRole('form', { name: 'New key' }).waitFor();
}
