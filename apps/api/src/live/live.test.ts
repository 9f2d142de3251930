import { closeCodes } from '@pocketfleet/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cutWithinMs } from '../../test/cut-within.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { devicesChanged } from '../devices/devices.events.ts';
import { sql } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { questionsChanged } from '../questions/questions.events.ts';

const site = useTestApp();
let address: string;
let userId: string;
let device: string;

beforeAll(async () => {
  address = await site.listen();
  userId = await createTestUser(site.db, 'ada');
  device = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
});

type Tab = { socket: WebSocket; messages: unknown[]; closed: Promise<number> };

function open(ticket: string): Tab {
  const origin = 'http://localhost:4000';
  const socket = new WebSocket(`ws://${address}/ws/events`, ['pocketfleet', ticket], { origin });
  const messages: unknown[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(data.toString())));
  socket.on('error', () => undefined);
  return { socket, messages, closed: new Promise((resolve) => socket.on('close', resolve)) };
}

async function ticketOf(token: string): Promise<string> {
  const answer = await site.call('POST', '/api/events/ticket', { token });
  return String(answer.body['ticket']);
}

async function openSignedIn(): Promise<Tab & { token: string }> {
  const token = await site.signIn('ada', testPassword);
  const tab = open(await ticketOf(token));
  await expect.poll(() => tab.messages).toMatchObject([{ type: 'hello' }]);
  return { ...tab, token };
}

test('a tab is notified when its phones change', async () => {
  const tab = await openSignedIn();
  await assignDevice(site.app.deps, {
    device_id: device,
    user_id: userId,
    order_id: null,
    starts_at: new Date(site.app.deps.clock.nowMs() - 1_000).toISOString(),
    expires_at: null,
  });
  await site.runJobs();
  await expect.poll(() => tab.messages).toContainEqual({ type: 'changed', what: 'devices' });
  const before = tab.messages.length;
  await publish(site.db, devicesChanged, { device_ids: [device], node_id: '' });
  await expect.poll(() => tab.messages.length).toBeGreaterThan(before);
  tab.socket.close();
});

test('a logout closes the tabs of its session, and no others', async () => {
  const mine = await openSignedIn();
  const other = await openSignedIn();
  const before = performance.now();
  await site.call('POST', '/api/auth/logout', { token: mine.token });
  expect(await mine.closed).toBe(closeCodes.session_ended.code);
  expect(performance.now() - before).toBeLessThan(cutWithinMs);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  other.socket.close();
});

test('a suspension closes the customer’s open tabs', async () => {
  const tab = await openSignedIn();
  const before = performance.now();
  await sql`update users set suspended_at = app_now() where id = ${userId}`.execute(site.db);
  expect(await tab.closed).toBe(closeCodes.session_ended.code);
  expect(performance.now() - before).toBeLessThan(cutWithinMs);
  await sql`update users set suspended_at = null where id = ${userId}`.execute(site.db);
});

test('a ticket expires after 60 seconds', async () => {
  const ticket = await ticketOf(await site.signIn('ada', testPassword));
  await site.advance('61 seconds');
  expect(await open(ticket).closed).toBe(closeCodes.ticket_refused.code);
});

test('a tab that sends a message is closed', async () => {
  const tab = await openSignedIn();
  tab.socket.send('{"type":"hello"}');
  expect(await tab.closed).toBe(closeCodes.bad_message.code);
});

describe('two tabs of one person on two teams', () => {
  type TeamTab = { team: string; tab: Tab };

  async function openTeam(token: string, name: string): Promise<TeamTab> {
    const made = await site.call('POST', '/api/workspaces', { token, payload: { name } });
    const team = String(made.body['id']);
    const ticket = await site.call('POST', '/api/events/ticket', { token, workspace: team });
    const tab = open(String(ticket.body['ticket']));
    await expect.poll(() => tab.messages).toMatchObject([{ type: 'hello' }]);
    return { team, tab };
  }

  /** The messages that a tab has received since the last call. An event of its own is the last one: they arrive in their order. */
  async function heardBy({ team, tab }: TeamTab): Promise<unknown[]> {
    await publish(site.db, questionsChanged, { workspace_id: team, question_id: team });
    const last = { type: 'changed', what: 'questions' };
    await expect.poll(() => tab.messages).toContainEqual(last);
    const heard = tab.messages.splice(0) as { type: string; what?: string }[];
    // The tab's heartbeat and the look for new activity come by the clock.
    return heard.flatMap(({ type, what }) =>
      type === 'changed' && what !== 'activity' && what !== 'questions' ? [what] : [],
    );
  }

  test('each hears what happens in its own team, and nothing of the other', async () => {
    const token = await site.signIn('ada', testPassword);
    const first = await openTeam(token, 'Brightside');
    const second = await openTeam(token, 'Northline');
    await heardBy(first);
    await heardBy(second);
    const rename = async ({ team }: TeamTab, name: string) => {
      const answer = await site.call('PATCH', `/api/workspaces/${team}`, {
        token,
        workspace: team,
        payload: { name },
      });
      expect(answer.status).toBe(200);
    };
    await rename(first, 'Brightside Agency');
    expect(await heardBy(second)).toEqual([]);
    expect(await heardBy(first)).toEqual(['account', 'devices']);
    await rename(second, 'Northline Retail');
    expect(await heardBy(first)).toEqual([]);
    expect(await heardBy(second)).toEqual(['account', 'devices']);
    first.tab.socket.close();
    second.tab.socket.close();
  });
});
