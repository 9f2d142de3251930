// Tickets of the sockets that are about no phone, bought with a right and used when that is gone: refused, and told in the activity.
import { type ActivityRow, closeCodes } from '@pocketfleet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made, revoke, member } = useTeamWithKeys();
let address: string;
beforeAll(async () => {
  address = await site.listen();
});

type Holder = { id: string; token: string };
const admin = (): Promise<Holder> => member('admin');
const robot = async (input: object = {}): Promise<Holder> => {
  const { id, key } = await made({ permissions: ['watch', 'webhooks'], ...input });
  return { id, token: key };
};

describe.each([
  { what: 'events', path: '/events/ticket' },
  { what: 'webhooks', path: '/webhooks/listen' },
])('of /ws/$what', ({ what, path }) => {
  async function buy({ token }: Holder, from = '127.0.0.1'): Promise<string> {
    const isKey = token.startsWith('pf_live_');
    const sold = await site.call('POST', `/api${path}`, {
      token,
      address: from,
      payload: {},
      ...(!isKey && { workspace: scene.team }),
    });
    expect(sold.status).toBe(200);
    return String(sold.body['ticket']);
  }

  /** The code with which a socket is closed that offers this ticket. */
  function use(ticket: string): Promise<number> {
    const origin = 'http://localhost:4000';
    const socket = new WebSocket(`ws://${address}/ws/${what}`, ['pocketfleet', ticket], { origin });
    return new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  }

  async function told(): Promise<ActivityRow[]> {
    const { body } = await site.call('GET', '/api/activity?kind=socket.refused', {
      token: scene.owner.token,
      workspace: scene.team,
    });
    return body['rows'] as ActivityRow[];
  }

  const removed = ({ id }: Holder) =>
    site.call('DELETE', `/api/workspaces/${scene.team}/members/${id}`, {
      token: scene.owner.token,
      workspace: scene.team,
    });
  const signedOut = ({ token }: Holder) => site.call('POST', '/api/auth/logout', { token });
  const withoutFactor = () =>
    sql`update workspaces set requires_second_factor = true where id = ${scene.team}`.execute(site.db);

  test.each([
    {
      of: 'a key that was revoked',
      holder: robot,
      lose: ({ id }: Holder) => revoke(id),
      why: 'session_ended',
    },
    { of: 'somebody who has signed out', holder: admin, lose: signedOut, why: 'session_ended' },
    { of: 'somebody who was removed', holder: admin, lose: removed, why: 'not_allowed' },
    {
      of: 'somebody without the second factor',
      holder: admin,
      lose: withoutFactor,
      why: 'second_factor_needed',
    },
  ] as const)('a ticket of $of opens nothing, and is told once', async ({ holder, lose, why }) => {
    const who = await holder();
    const ticket = await buy(who);
    await lose(who);
    expect(await use(ticket)).toBe(closeCodes[why].code);
    await sql`update workspaces set requires_second_factor = false where id = ${scene.team}`.execute(site.db);
    await expect
      .poll(told)
      .toMatchObject([{ who: { id: who.id }, address: '127.0.0.1', details: { what, why } }]);
    // A refused ticket is used up.
    expect(await use(ticket)).toBe(closeCodes.ticket_refused.code);
    expect(await told()).toHaveLength(1);
  });

  test('a ticket of a key that comes from outside its networks is told, too', async () => {
    const who = await robot({ networks: ['203.0.113.0/24'] });
    expect(await use(await buy(who, '203.0.113.7'))).toBe(closeCodes.ticket_refused.code);
    await expect.poll(told).toMatchObject([{ who: { id: who.id }, details: { what, why: 'network' } }]);
  });

  test('a ticket that nobody has bought tells nothing', async () => {
    expect(await use('A'.repeat(43))).toBe(closeCodes.ticket_refused.code);
    expect(await told()).toEqual([]);
  });
});
