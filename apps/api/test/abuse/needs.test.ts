// The matrix takes what a call needs from the contract, so a call that needs too little would be right there. Here it follows from
// what the call is about: its method and address say which permissions it needs. The rest needs none, by name.
import { type AccessPermission, ticketPermissions } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { customerRoutes } from './route-rules.ts';

/** The first that fits decides. */
const subjects: readonly (readonly [RegExp, ...AccessPermission[]])[] = [
  [/^\w+ \/devices\/\{id\}\/(screen|steps)/, 'screen'],
  [/^POST \/devices\/\{id\}\/actions/, 'control', 'screen'],
  [/^\w+ \/devices\/\{id\}\/apps\//, 'apps'],
  [/^\w+ \/devices\/\{id\}\/recordings/, 'record'],
  [/^GET \/devices\/\{id\}\/(seat|viewers)/, 'watch'],
  [/^POST \/devices\/\{id\}\/(seat\/|restart|embeds)/, 'control'],
  [/^PATCH \/phones\/\{id\}/, 'label'],
  [/^GET \/phone-(assignments|usage)/, 'watch'],
  [/^\w+ \/(questions|share-links)/, 'control'],
  [/^PATCH \/recording-settings/, 'record', 'members'],
  [/^\w+ \/recording/, 'record'],
  [/^\w+ \/secrets/, 'secrets'],
  [/^\w+ \/keys/, 'keys'],
  [/^\w+ \/webhooks/, 'webhooks'],
  [/^\w+ \/auth\/billing-details/, 'billing'],
  [/^POST .*-intent$/, 'rent', 'spend'],
  [/^\w+ \/(orders|client\/payments|phone-assignments|replacement-choices)/, 'rent'],
  [/^GET \/workspaces\/\{id\}\/invitations/, 'members'],
  [/^(POST|PATCH|DELETE) \/workspaces\/\{id\}\/(members|invitations)/, 'members'],
  [/^POST \/workspaces\/\{id\}\/leave/],
  [/^(POST|PATCH|DELETE) \/workspaces\/\{id\}/, 'workspace'],
];

test('each call needs the permissions of what it is about', () => {
  const wrong: string[] = [];
  const free: string[] = [];
  for (const [name, route] of customerRoutes) {
    if (route.caller !== 'customer') continue;
    const call = `${route.method} ${route.path}`;
    const [, ...needed] = subjects.find(([pattern]) => pattern.test(call)) ?? [/./];
    const needs = typeof route.needs === 'string' ? [] : [...route.needs];
    if (needs.toSorted().join() !== needed.toSorted().join())
      wrong.push(
        `${name} (${call}) needs ${needs.join() || 'nothing'} and not ${needed.join() || 'nothing'}`,
      );
    // A person's own account, and what a guest does with their own place.
    if (needs.length === 0 && route.needs !== 'person' && route.needs !== 'guest') free.push(name);
  }
  expect(wrong).toEqual([]);
  expect(free.toSorted()).toEqual([
    'capabilities',
    'changeConnection',
    'eventsTicket',
    'getBudget',
    'getStreamingUrl',
    'getWorkspace',
    'listActivity',
    'listActivityChoices',
    'listConnections',
    'listMembers',
    'listModels',
    'listPhones',
    'listWorkspaces',
    'me',
    'revokeConnection',
    'startStream',
    'stopStream',
    'streamStatus',
  ]);
});

test('a ticket needs the permission of its purpose', () => {
  expect(ticketPermissions).toEqual({
    view: 'watch',
    control: 'control',
    shell: 'shell',
    files: 'files',
    adb: 'adb',
    screen: 'screen',
  });
});
