// After the hand-over of a team, the former owner's invitations give no more than an admin may give.
import type { Role } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, member, signedIn } = useTeamWithKeys({ leads: false });
const as = (token: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  site.call(method, `/api${path}`, { token, ...(payload && { payload }) });

test('owners’ invitations, and those of more money than is left, are withdrawn when a team is handed over', async () => {
  const { owner, team } = scene;
  const path = `/workspaces/${team}`;
  const next = await member('admin');
  const invited = await signedIn();
  const found = await sql<{ email: string }>`select email from users where id = ${invited.id}`.execute(
    site.db,
  );
  const email = found.rows[0]?.email ?? '';
  const invite = async (to: string, role: Role) => {
    const sent = await as(owner.token, 'POST', `${path}/invitations`, { email: to, role, phones: 'all' });
    expect(sent.status).toBe(200);
  };
  await sql`update workspace_members set monthly_limit_cents = 2000
    where workspace_id = ${team} and user_id = ${owner.id}`.execute(site.db);
  await invite(email, 'owner');
  await invite('unlimited@example.com', 'admin');
  await invite('user@example.com', 'user');
  await site.runJobs();
  const mail = site.outbox.findLast(({ to }) => to === email);
  const token = /invitation#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

  expect((await as(owner.token, 'POST', `${path}/transfer`, { user_id: next.id })).status).toBe(200);

  const { body } = await as(next.token, 'GET', `${path}/invitations`);
  const left = body['invitations'] as { email: string }[];
  expect(left.map((each) => each.email)).toEqual(['user@example.com']);
  const told = await sql<{ email: string; who: string }>`
    select details->>'email' as email, who_id as who from activity
    where workspace_id = ${team} and kind = 'invitation.withdrawn' order by email`.execute(site.db);
  expect(told.rows).toEqual([
    { email, who: owner.id },
    { email: 'unlimited@example.com', who: owner.id },
  ]);
  const accepted = await as(invited.token, 'POST', '/invitations/accept', { token });
  expect(accepted.body['code']).toBe('link_expired');
  expect(accepted.body['detail']).toContain('withdrawn');
});
