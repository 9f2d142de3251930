// Every websocket of a customer with everything that does not belong there: a socket goes on or is closed with a
// code of the contract, the phone is there for the next one, and nothing reaches it that it doesn't understand.
import {
  closeCodes,
  type FilesRequest,
  filesNotice,
  filesRequest,
  viewerNotice,
  viewerRequest,
} from '@pocketfleet/contract';
import { encodeControlMessage, encodeFileBlock, encodeShellMessage } from '@pocketfleet/stream-protocol';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { sql } from '../../src/platform/database.ts';
import { proofSeed, proofSize, proofTimeoutMs } from '../proof-size.ts';
import { useRentedPhone } from '../rented-phone.ts';
import type { TestViewer } from '../test-viewer.ts';
import { hostile, valuesOf } from './values-of.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 10 };
const runs = proofSize(5, 600);

const point = { x: 1, y: 65_535, pictureWidth: 720, pictureHeight: 1_600 };
const rightMessages: readonly Uint8Array[] = [
  encodeControlMessage({
    type: 'touch',
    action: 'down',
    pointer: 0,
    tool: 'finger',
    buttons: 1,
    pressure: 9,
    ...point,
  }),
  encodeControlMessage({ type: 'scroll', horizontal: -1, vertical: 1, ...point }),
  encodeControlMessage({ type: 'key', action: 'down', keycode: 4, repeat: 0, metaState: 0 }),
  encodeControlMessage({ type: 'text', text: 'ada' }),
  encodeControlMessage({ type: 'get_clipboard', copyKey: 'copy' }),
  encodeControlMessage({ type: 'set_clipboard', sequence: 1, paste: true, text: '😀' }),
  encodeControlMessage({ type: 'start_app', name: 'com.example.app' }),
  encodeControlMessage({ type: 'cancel_gestures' }),
  encodeShellMessage({ type: 'input', data: Buffer.from('echo there\n') }),
  encodeShellMessage({ type: 'resize', columns: 0, rows: 65_535 }),
  encodeShellMessage({ type: 'exit', code: 0 }),
  encodeFileBlock({ offset: 0, content: Buffer.from('x') }),
  encodeFileBlock({ offset: 2 ** 52, content: Buffer.from('x') }),
];

/** A right message with bytes changed, cut off or added; or any bytes at all. */
const binary: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc
    .record({
      message: fc.constantFrom(...rightMessages),
      changes: fc.array(fc.tuple(fc.nat(30), fc.nat(255)), { maxLength: 3 }),
      length: fc.option(fc.nat(30)),
      tail: fc.uint8Array({ maxLength: 8 }),
    })
    .map(({ message, changes, length, tail }) => {
      const bytes = Buffer.concat([message.subarray(0, length ?? message.length), tail]);
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
      return bytes;
    }),
  fc.uint8Array({ maxLength: 64 }),
  fc.constantFrom(new Uint8Array(0), Buffer.alloc(70_000, 1), Buffer.alloc(300 * 1024, 10)),
);

const texts = (schema: typeof viewerRequest | typeof filesRequest): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: valuesOf(schema).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[', 'null', '{"type":"__proto__"}', 'x'.repeat(70_000)),
    },
  );

/** Allowed close codes: our own for a viewer's mistakes, and the websocket protocol's for malformed frames. */
const decent: ReadonlySet<number> = new Set<number>([
  closeCodes.normal.code,
  closeCodes.bad_message.code,
  closeCodes.not_allowed.code,
  closeCodes.too_many.code,
  1002,
  1007,
  1009,
]);

/** Sends them in one go; waits until the socket has gone, or `isAlive` says that it goes on. */
async function sendAll(
  viewer: TestViewer,
  messages: readonly (string | Uint8Array)[],
  isAlive: () => Promise<unknown>,
): Promise<void> {
  const { socket } = viewer;
  await vi.waitFor(() => expect(socket.readyState).toBe(1), patience);
  for (const message of messages) if (socket.readyState === 1) socket.send(message);
  const outcome = await Promise.race([viewer.closed, isAlive()]);
  if (typeof outcome === 'number') expect(decent).toContain(outcome);
  socket.terminate();
}

/** The websocket's own ping: answered once everything before it was read. */
const ponged = (socket: WebSocket): Promise<'alive'> =>
  new Promise((resolve) => {
    socket.once('pong', () => resolve('alive'));
    socket.ping();
  });

async function fuzz(
  messages: fc.Arbitrary<string | Uint8Array>,
  open: () => Promise<TestViewer>,
  isAlive: (viewer: TestViewer) => Promise<unknown>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(messages, { minLength: 1, maxLength: 6 }), async (some) => {
      await sql`delete from limit_windows`.execute(scene.fleet.site.db);
      const viewer = await open();
      scene.viewers.push(viewer);
      await sendAll(viewer, some, () => isAlive(viewer));
    }),
    { numRuns: runs, seed: proofSeed, endOnFailure: true },
  );
}

/** The phone is unchanged for the next viewer. */
async function expectAlive(): Promise<void> {
  await sql`delete from limit_windows`.execute(scene.fleet.site.db);
  const viewer = await scene.watchLive();
  for (const notice of viewer.notices) expect(viewerNotice.safeParse(notice).success).toBe(true);
  expect(await scene.fleet.shell(scene.token, scene.phone, 'echo still-$((40 + 1))')).toContain('still-41');
}

test(
  'a stream takes no odd text',
  async () => {
    await fuzz(
      texts(viewerRequest),
      () => scene.watch(),
      ({ socket }) => ponged(socket),
    );
    await expectAlive();
  },
  proofTimeoutMs,
);

test(
  'a stream takes no odd bytes, from who controls and from who only watches',
  async () => {
    await fuzz(
      binary,
      () => scene.watch(),
      ({ socket }) => ponged(socket),
    );
    await fuzz(
      binary,
      () => scene.watch({ purpose: 'view' }),
      ({ socket }) => ponged(socket),
    );
    await expectAlive();
  },
  proofTimeoutMs,
);

test(
  'a shell takes no odd message',
  async () => {
    const odd = fc.oneof({ weight: 4, arbitrary: binary }, { weight: 1, arbitrary: texts(viewerRequest) });
    await fuzz(
      odd,
      () => scene.watch({ what: 'shell' }),
      ({ socket }) => ponged(socket),
    );
    await expectAlive();
  },
  proofTimeoutMs,
);

test(
  'a transfer takes no odd message, and answers in sentences',
  async () => {
    const odd = fc.oneof({ weight: 4, arbitrary: texts(filesRequest) }, { weight: 1, arbitrary: binary });
    const opened: TestViewer[] = [];
    const open = async (): Promise<TestViewer> => {
      const viewer = await scene.watch({ what: 'files' });
      opened.push(viewer);
      return viewer;
    };
    await fuzz(odd, open, ({ socket }) => ponged(socket));
    for (const notice of opened.flatMap(({ notices }) => notices)) {
      expect(filesNotice.safeParse(notice).success).toBe(true);
      expect(JSON.stringify(notice)).not.toMatch(/\.ts:\d|node_modules|Error:|ENOENT/);
    }
    await expectAlive();
  },
  proofTimeoutMs,
);

test.each([
  ['/sdcard/not-there', 'There is no such file or folder on the phone.'],
  ['/sdcard/Download/not-there/either', 'There is no such file or folder on the phone.'],
])('the folder %s, which isn’t there, is said not to be', async (path, detail) => {
  const files = await scene.watch({ what: 'files' });
  await vi.waitFor(() => expect(files.socket.readyState).toBe(1), patience);
  files.socket.send(JSON.stringify({ type: 'list', path }));
  await files.closed;
  expect(files.notices).toEqual([{ type: 'failed', detail, retry: false }]);
});

test('an empty folder is empty, and a file is no folder', async () => {
  const { site } = scene.fleet;
  const found = await sql<{ user: number }>`
    select tenant_user as user from devices where id = ${scene.phone}`.execute(site.db);
  const storage = `/storage/emulated/${found.rows[0]?.user}`;
  const script = `mkdir -p ${storage}/Empty; echo x > ${storage}/Empty.txt`;
  await scene.fleet.shell(scene.token, scene.phone, script);
  const ask = async (request: FilesRequest): Promise<unknown> => {
    const files = await scene.watch({ what: 'files' });
    await vi.waitFor(() => expect(files.socket.readyState).toBe(1), patience);
    files.socket.send(JSON.stringify(request));
    await files.closed;
    return files.notices[0];
  };
  const empty = { type: 'listing', entries: [], is_cut: false };
  expect(await ask({ type: 'list', path: '/sdcard/Empty' })).toEqual(empty);
  expect(await ask({ type: 'list', path: '/sdcard/Empty.txt' })).toMatchObject({
    type: 'failed',
    detail: 'This is not a folder.',
  });
  // Deleting the folder for downloads must not delete the rest of the storage.
  await ask({ type: 'delete', path: '/sdcard/Download' });
  expect(await ask({ type: 'list', path: '/sdcard/Empty' })).toEqual(empty);
});
