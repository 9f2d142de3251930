// A phone's screen as it changes, through the whole product: the API, a real agent, and a virtual phone.
import { applyScreenNotice, closeCodes, type ScreenNode, type ScreenNotice } from '@pocketfleet/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import type { TestViewer } from '../../test/test-viewer.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 50 };

async function act(action: object): Promise<void> {
  const answer = await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/actions`, {
    token: scene.token,
    payload: action,
  });
  expect(answer.body).toMatchObject({ done: true });
}

const noticesOf = (viewer: TestViewer) => viewer.notices as unknown as ScreenNotice[];
const nodesOf = (viewer: TestViewer): ScreenNode[] =>
  noticesOf(viewer).reduce<ScreenNode[]>((before, notice) => applyScreenNotice(before, notice), []);

async function listen(): Promise<TestViewer> {
  const viewer = await scene.watch({ what: 'screen' });
  await vi.waitFor(() => expect(noticesOf(viewer).at(-1)).toMatchObject({ problem: null }), patience);
  return viewer;
}

/** On a busy machine the phone's first picture takes so long that the agent connects anew. */
beforeEach(async () => {
  const isRead = async () => {
    const answer = await scene.fleet.site.call('GET', `/api/devices/${scene.phone}/screen`, {
      token: scene.token,
    });
    expect(answer.body).toMatchObject({ problem: null });
  };
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
});

test('a listener gets an outline, then what changes, and ends up with what a reading tells', async () => {
  const viewer = await listen();
  expect(noticesOf(viewer)[0]).toMatchObject({ type: 'outline', untrusted: true });
  await act({ action: 'open_app', app: 'com.android.notes' });
  await vi.waitFor(() => expect(noticesOf(viewer).at(-1)?.app).toBe('com.android.notes'), patience);
  await vi.waitFor(
    () => expect(nodesOf(viewer).some(({ hint }) => hint === 'Write something')).toBe(true),
    patience,
  );
  const field = nodesOf(viewer).find(({ role }) => role === 'field');
  await act({ action: 'type', ref: field?.ref, text: 'Milk' });
  await vi.waitFor(
    () => expect(nodesOf(viewer).find(({ ref }) => ref === field?.ref)?.value).toBe('Milk'),
    patience,
  );
  await vi.waitFor(() => expect(noticesOf(viewer).at(-1)).toMatchObject({ settled: true }), patience);
  const { body } = await scene.fleet.site.call('GET', `/api/devices/${scene.phone}/screen`, {
    token: scene.token,
  });
  expect(nodesOf(viewer)).toEqual(body['nodes']);
  expect(
    noticesOf(viewer)
      .slice(1)
      .every(({ type }) => type === 'changes'),
  ).toBe(true);
  const versions = noticesOf(viewer).map(({ version }) => version);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
});

test('a listener is told that the customer’s own automation has the screen, and keeps what it has', async () => {
  const viewer = await listen();
  const before = nodesOf(viewer);
  const [phone] = scene.fleet.phones;
  await vi.waitFor(() => {
    const theirs = phone?.world.uiAutomation.holder === undefined;
    expect(theirs).toBe(false);
  }, patience);
  viewer.socket.terminate();
  await vi.waitFor(() => expect(phone?.world.uiAutomation.holder).toBeUndefined(), patience);
  const theirs = phone?.world.uiAutomation.connect('io.appium.uiautomator2.server');
  const other = await scene.watch({ what: 'screen' });
  await vi.waitFor(
    () => expect(noticesOf(other).at(-1)).toMatchObject({ problem: 'busy', busy: true }),
    patience,
  );
  theirs?.disconnect();
  await vi.waitFor(
    () => expect(noticesOf(other).at(-1)).toMatchObject({ problem: null, busy: false }),
    patience,
  );
  expect(nodesOf(other).map(({ label }) => label)).toEqual(before.map(({ label }) => label));
});

test('the phone is not read any more when nobody listens', async () => {
  const viewer = await listen();
  viewer.socket.close();
  await viewer.closed;
  const [phone] = scene.fleet.phones;
  await vi.waitFor(() => expect(phone?.world.uiAutomation.holder).toBeUndefined(), patience);
});

test('a listener has nothing to say, and ends with the rental', async () => {
  const talker = await listen();
  talker.socket.send('{"type":"ping"}');
  expect(await talker.closed).toBe(closeCodes.bad_message.code);
  const viewer = await listen();
  await scene.endNow();
  expect(await viewer.closed).toBe(closeCodes.assignment_ended.code);
});
