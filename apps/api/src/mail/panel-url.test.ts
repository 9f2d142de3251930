import { expect, test } from 'vitest';
import { panelUrl } from './panel-url.ts';

const publicUrl = 'https://pocketfleet.test';
const user_id = '5f0f2f5e-0000-4000-8000-000000000001';
const team = '5f0f2f5e-0000-4000-8000-000000000002';

test.each([
  ['/devices', `${publicUrl}/devices?team=${team}`],
  ['/rent/payment?pay=1', `${publicUrl}/rent/payment?pay=1&team=${team}`],
])('%s carries the team, and nothing for a personal account', (path, withTeam) => {
  expect(panelUrl({ publicUrl, workspace_id: team, user_id }, path)).toBe(withTeam);
  expect(panelUrl({ publicUrl, workspace_id: user_id, user_id }, path)).toBe(`${publicUrl}${path}`);
});
