import { type RouteDefinition, routes, user } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { createTestUser, startTestApp, testPassword } from '../test/test-app.ts';
import { useTestApp } from '../test/use-test-app.ts';

const site = useTestApp();
const calls: [string, RouteDefinition][] = Object.entries(routes);

test('there are no roles besides visitors and customers: a profile names none, and none can be registered', async () => {
  expect(new Set(calls.map(([, route]) => route.caller))).toEqual(new Set(['visitor', 'customer']));
  const input = {
    username: 'climber',
    first_name: 'Cli',
    last_name: 'Mber',
    email: 'climber@example.com',
    password: 'a-long-way-up-1',
    role: 'admin',
    is_admin: true,
    caller: 'operator',
  };
  const registered = await site.call('POST', '/api/auth/register', { payload: input });
  expect(registered.status).toBe(200);
  await createTestUser(site.db, 'plain');
  const token = await site.signIn('plain', testPassword);
  const me = await site.call('GET', '/api/auth/me', { token });
  const { workspaces, ...profile } = me.body;
  for (const body of [registered.body, profile])
    expect(Object.keys(body).sort()).toEqual(Object.keys(user.shape).sort());
  // Everybody owns their personal workspace, and only a team's owner gives roles in it.
  expect(workspaces).toMatchObject([{ is_personal: true, role: 'owner' }]);
});

test('a part that fails to stop is named in the log, and the others are stopped all the same', async () => {
  const other = await startTestApp();
  const stopped: string[] = [];
  const error = vi.spyOn(other.app.deps.log, 'error');
  other.app.onStop(() => void stopped.push('stopped last'));
  other.app.onStop(() => {
    throw new Error('as it happens');
  });
  await other.stop();
  expect(stopped).toEqual(['stopped last']);
  expect(String(error.mock.calls)).toContain('did not stop cleanly');
  expect(other.app.site.server.listening).toBe(false);
});
