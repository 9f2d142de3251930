// Every kind of end closes a stream in time. Runs the whole product apart from the browser.
import { closeCodes, type FilesRequest } from '@pocketfleet/contract';
import { encodeShellMessage } from '@pocketfleet/stream-protocol';
import { expect, test, vi } from 'vitest';
import { cutWithinMs } from '../../test/cut-within.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { testPassword } from '../../test/test-app.ts';
import { createTestHost } from '../../test/test-devices.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { openSocket, type TestViewer, ticketFor } from '../../test/test-viewer.ts';
import { hostRevoked } from '../devices/devices.events.ts';
import { sql } from '../platform/database.ts';
import { publish } from '../platform/events.ts';

const patience = { timeout: 60_000, interval: 20 };
const scene = useRentedPhone();
/** A transfer that waits for its bytes. */
const upload: FilesRequest = {
  type: 'push',
  folder: '/sdcard/Download',
  name: 'half.bin',
  size: 1_000,
  modified_ms: 1,
  install: false,
};

/** Says something once the socket is open, and waits for what the phone says to it. */
async function answerTo({ socket }: TestViewer, message: string | Uint8Array): Promise<void> {
  const answered = new Promise((resolve) => socket.once('message', resolve));
  await vi.waitFor(() => expect(socket.readyState).toBe(socket.OPEN), patience);
  socket.send(message);
  await answered;
}

/** A bridge that is joined with the phone: its first message is the phone's banner. */
async function openBridge(): Promise<TestViewer> {
  const bridge = await scene.watch({ what: 'adb' });
  await new Promise((resolve) => bridge.socket.once('message', resolve));
  return bridge;
}

async function closedAtOnce(viewer: TestViewer): Promise<number> {
  const startedMs = performance.now();
  const code = await viewer.closed;
  expect(performance.now() - startedMs).toBeLessThan(cutWithinMs);
  return code;
}

test.each<[string, () => Promise<unknown>, number]>([
  ['the assignment ends', () => scene.endNow(), 4405],
  [
    'the customer signs out',
    () => scene.fleet.site.call('POST', '/api/auth/logout', { token: scene.token }),
    4404,
  ],
  [
    'the account is suspended, without an event',
    () =>
      sql`update users set suspended_at = app_now() where id = ${scene.userId}`.execute(scene.fleet.site.db),
    4404,
  ],
  [
    'the phone is quarantined, without an event',
    () =>
      sql`update devices set state = 'quarantined' where id = ${scene.phone}`.execute(scene.fleet.site.db),
    4406,
  ],
])(
  'stream, shell, files and adb of a customer are closed, long before their leases end, when %s',
  async (_, revoke, code) => {
    const viewer = await scene.watchLive();
    const shell = await scene.watch({ what: 'shell' });
    await answerTo(shell, encodeShellMessage({ type: 'input', data: Buffer.from('echo there\n') }));
    const files = await scene.watch({ what: 'files' });
    await answerTo(files, JSON.stringify(upload));
    const bridge = await openBridge();
    const startedMs = performance.now();
    await revoke();
    const closed = await Promise.all([viewer, shell, files, bridge].map((one) => one.closed));
    expect(closed).toEqual([code, code, code, code]);
    const tookMs = performance.now() - startedMs;
    console.log(`all was closed after ${Math.round(tookMs)} ms`);
    expect(tookMs).toBeLessThan(cutWithinMs);
    await sql`update users set suspended_at = null`.execute(scene.fleet.site.db);
    await sql`update devices set state = 'ready' where proven_by is not null`.execute(scene.fleet.site.db);
  },
);

test('a revoked key closes what was opened with it, and leaves open what its maker has opened', async () => {
  const { site } = scene.fleet;
  const { id, key } = await makeTestKey(site, scene.token, {
    permissions: ['watch', 'control', 'shell', 'adb'],
  });
  const person = scene.token;
  const own = await scene.watch({ what: 'files' });
  scene.token = key;
  const viewer = await scene.watch();
  const shell = await scene.watch({ what: 'shell' });
  const bridge = await openBridge();
  scene.token = person;
  for (const { socket } of [own, viewer, shell]) {
    await vi.waitFor(() => expect(socket.readyState).toBe(socket.OPEN), patience);
  }
  const startedMs = performance.now();
  expect((await site.call('DELETE', `/api/keys/${id}`, { token: person })).status).toBe(200);
  expect(await Promise.all([viewer.closed, shell.closed, bridge.closed])).toEqual([4404, 4404, 4404]);
  expect(performance.now() - startedMs).toBeLessThan(cutWithinMs);
  expect(own.socket.readyState).toBe(own.socket.OPEN);
  await expect(ticketFor(site, key, scene.phone)).rejects.toThrow('not_authenticated');
});

test('a revoked host’s channels are closed, its shells too', async () => {
  const viewer = await scene.watchLive();
  const shell = await scene.watch({ what: 'shell' });
  await vi.waitFor(() => expect(shell.socket.readyState).toBe(shell.socket.OPEN), patience);
  shell.socket.send(encodeShellMessage({ type: 'input', data: Buffer.from('echo there\n') }));
  await new Promise((resolve) => shell.socket.once('message', resolve));
  const hosts = await sql<{ id: string }>`select id from hosts`.execute(scene.fleet.site.db);
  await publish(scene.fleet.site.db, hostRevoked, { host_id: hosts.rows[0]?.id ?? '' });
  await closedAtOnce(shell);
  await vi.waitFor(
    () => expect(viewer.notices.findLast((notice) => notice.type === 'phone')?.state).not.toBe('streaming'),
    { timeout: cutWithinMs, interval: 20 },
  );
  // The key itself was not revoked here: the host comes back, and the picture with it.
  await vi.waitFor(
    () => expect(viewer.notices.findLast((notice) => notice.type === 'phone')?.state).toBe('streaming'),
    { timeout: 60_000, interval: 50 },
  );
});

test('a moved phone’s channels on its old host are closed, even without an event', async () => {
  const { db } = scene.fleet.site;
  const shell = await scene.watch({ what: 'shell' });
  await answerTo(shell, encodeShellMessage({ type: 'input', data: Buffer.from('echo there\n') }));
  const before = await sql<{
    host_id: string;
  }>`select host_id from devices where id = ${scene.phone}`.execute(db);
  const moveTo = async (hostId: string): Promise<void> => {
    await sql`insert into device_claims (device_id, host_id, report, allowed_at)
      values (${scene.phone}, ${hostId}, '{}', app_now())
      on conflict (device_id, host_id) do update set allowed_at = app_now()`.execute(db);
    await sql`update devices set host_id = ${hostId} where id = ${scene.phone}`.execute(db);
  };
  await moveTo(await createTestHost(db, 'rack-2'));
  await closedAtOnce(shell);
  await moveTo(before.rows[0]?.host_id ?? '');
});

test('the end of the token and the end of the rental have different close reasons', async () => {
  await scene.endIn(60_000);
  const viewer = await scene.watchLive();
  await sql`update credentials set expires_at = app_now() + interval '700 milliseconds'`.execute(
    scene.fleet.site.db,
  );
  expect(await viewer.closed).toBe(closeCodes.session_ended.code);
  scene.token = await scene.fleet.site.signIn('ada', testPassword);
  const later = await scene.watchLive();
  await scene.endIn(500);
  expect(await later.closed).toBe(closeCodes.assignment_ended.code);
});

test('viewers and shells of an extended assignment stay open past the old end, and get the new one', async () => {
  const viewer = await scene.watchLive();
  const shell = await scene.watch({ what: 'shell' });
  await answerTo(shell, encodeShellMessage({ type: 'input', data: Buffer.from('echo there\n') }));
  const countEnds = (): number => viewer.notices.filter(({ type }) => type === 'expires').length;
  const endIn = async (ms: number): Promise<void> => {
    const before = countEnds();
    await scene.endIn(ms);
    await vi.waitFor(() => expect(countEnds()).toBeGreaterThan(before), patience);
  };
  const spanMs = 8_000;
  const endsAtMs = performance.now() + spanMs;
  await endIn(spanMs);
  const noticesBefore = viewer.notices.length;
  await endIn(3_600_000);
  await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(endsAtMs + 500), patience);
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
  // The agent knew the old end, too: neither it nor the relay has cut a channel then.
  expect(viewer.notices.slice(noticesBefore).filter(({ type }) => type === 'phone')).toEqual([]);
  await answerTo(shell, encodeShellMessage({ type: 'input', data: Buffer.from('echo still\n') }));
  const changed = viewer.nextPicture();
  viewer.ask({ type: 'key_packet' });
  await changed;
  await scene.endNow();
});

test('there is no ticket for a phone out of service, so that no browser retries forever', async () => {
  const ticket = await ticketFor(scene.fleet.site, scene.token, scene.phone);
  await sql`update devices set state = 'quarantined' where id = ${scene.phone}`.execute(scene.fleet.site.db);
  await expect(ticketFor(scene.fleet.site, scene.token, scene.phone)).rejects.toThrow(
    'device_out_of_service',
  );
  const viewer = openSocket(scene.fleet.address, scene.phone, ticket);
  expect(await viewer.closed).toBe(closeCodes.device_quarantined.code);
  await sql`update devices set state = 'ready' where id = ${scene.phone}`.execute(scene.fleet.site.db);
});

test('when the agent is killed, the viewers are notified, and see the phone again once it is back', async () => {
  const viewer = await scene.watchLive();
  await scene.fleet.killAgent();
  await vi.waitFor(
    () => expect(viewer.notices.findLast((notice) => notice.type === 'phone')?.state).toBe('offline'),
    patience,
  );
  // How soon it is, `npm run proof -- plugs` measures: here others use the machine, too.
  const picture = viewer.nextPicture();
  await scene.fleet.startAgent();
  await picture;
  await vi.waitFor(
    () => expect(viewer.notices.findLast((notice) => notice.type === 'phone')?.state).toBe('streaming'),
    patience,
  );
});

test('a signed-out customer is disconnected while the host doesn’t respond', async () => {
  const viewer = await scene.watchLive();
  const shell = await scene.watch({ what: 'shell' });
  await vi.waitFor(() => expect(shell.socket.readyState).toBe(shell.socket.OPEN), patience);
  scene.fleet.pauseAgent();
  try {
    await scene.fleet.site.call('POST', '/api/auth/logout', { token: scene.token });
    // The host goes on only afterwards, so nothing here waits for it.
    expect(await Promise.all([viewer.closed, shell.closed])).toEqual([4404, 4404]);
  } finally {
    scene.fleet.continueAgent();
  }
});
