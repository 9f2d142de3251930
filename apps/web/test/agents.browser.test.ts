// The page that tells how to connect an agent, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Connection } from '@pocketfleet/contract';
import type { Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/agents-page.fixture.tsx'));
const connection: Connection = {
  id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001',
  program: 'Claude Code',
  client_id: 'https://claude.ai/client.json',
  is_own: true,
  machine: '',
  permissions: ['watch', 'control', 'screen'],
  phones: 'all',
  monthly_limit_cents: 0,
  hours_a_day: null,
  made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', username: 'marta' },
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  last_used_at: null,
  last_agent_call_at: null,
  last_used_from: null,
};
let lastUsed: string | null;
let lastCall: string | null;

beforeEach(() => {
  lastUsed = null;
  lastCall = null;
});

async function openPage(width = 1440) {
  const answer = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/connections') {
      return route.fulfill({
        json: { connections: [{ ...connection, last_used_at: lastUsed, last_agent_call_at: lastCall }] },
      });
    }
    return route.fulfill({ status: 403, json: { detail: 'No', code: 'forbidden' } });
  };
  const page = await open(
    '',
    { viewport: { width, height: 900 } },
    { path: '/programs/agents', before: (opened) => opened.route('**/api/**', answer) },
  );
  await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
  return page;
}

it('gives each program its lines, with the address of this site', async () => {
  const page = await openPage();
  const address = `${new URL(page.url()).origin}/mcp`;
  const line = `claude mcp add --transport http pocketfleet ${address}`;
  await page.getByText(line, { exact: true }).waitFor();
  await page.getByText(`${line} --header "Authorization: Bearer YOUR_KEY"`).waitFor();
  await page.getByRole('radio', { name: 'Cursor' }).check();
  await page.getByText('In the file ~/.cursor/mcp.json').first().waitFor();
  await page.getByText('"Authorization": "Bearer YOUR_KEY"').waitFor();
  await page.getByRole('radio', { name: 'VS Code' }).check();
  await page.getByText('In the file .vscode/mcp.json').first().waitFor();
  await page.getByText('"command": "npx"').waitFor();
  await page.getByRole('radio', { name: 'ChatGPT' }).check();
  await page.getByText('switch on developer mode').waitFor();
  await page.getByText('ChatGPT takes no key').waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('shows the first call as it arrives', async () => {
  const page = await openPage(390);
  await page.getByRole('button', { name: 'Wait for its first call' }).click();
  await page.getByText('Waiting for a call…').waitFor();
  // Another use of it, such as a call of the HTTP API, is no call of an agent.
  lastUsed = new Date().toISOString();
  for (let asked = 0; asked < 2; asked++) await page.waitForResponse(/connections/);
  expect(await page.getByText(/It works/).count()).toBe(0);
  lastCall = new Date().toISOString();
  await page.getByText(/^Claude Code called at .* It works\.$/).waitFor();
  expect(await findFaults(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
