// Typing at the live picture of a virtual phone: what scrcpy can't carry arrives in order with keys, and is read back.
import { EventEmitter } from 'node:events';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { type ControlMessage, decodePacketHeader, encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { Phone } from '@pocketfleet/virtual-phone';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type LabRunner, openLab, type PhoneLab } from '../../test/phone-lab.ts';
import { createTenantUser } from '../cleaning/android-users.ts';
import { StreamChannel } from '../control-plane/stream-channel.ts';
import { DeviceScreen } from './device-screen.ts';

const latin = 'com.android.inputmethod.latin/.LatinIME';
let lab: PhoneLab;
let phone: Phone;
let lane: LabRunner;
let user: number;
let screen: DeviceScreen;

beforeEach(async () => {
  lab = openLab();
  phone = await lab.addPhone();
  lane = lab.addRunner(phone.port);
  await expect.poll(() => lane.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  user = await lane.runner.withAdb((adb) => createTenantUser(adb, '12345678-0000'));
  screen = new DeviceScreen(lane.runner, user);
  await openNotes();
});
afterEach(() => lab.stop());

async function openNotes(before = ''): Promise<void> {
  await runOn(phone, `${before}\nmonkey -p com.android.notes -c android.intent.category.LAUNCHER 1`);
  const { screen: shown } = phone.world.android();
  await expect.poll(() => shown.inputConnection).toBeDefined();
}
const note = (): Promise<string> => runOn(phone, `cat /storage/emulated/${user}/Documents/note.txt`);
const keyboard = (): string | undefined => phone.world.settings.get('secure', 'default_input_method', user);

/** The relay's side of a stream channel. */
class RelayEnd extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  hasPicture = false;
  readonly notices: unknown[] = [];
  send(message: Uint8Array | string, _?: unknown, done?: () => void): void {
    if (typeof message === 'string') this.notices.push(JSON.parse(message));
    else if (decodePacketHeader(message).kind === 'video') this.hasPicture = true;
    done?.();
  }
  ping(): void {
    this.emit('pong', Buffer.alloc(0));
  }
  close(): void {
    this.emit('close');
  }
  type(message: ControlMessage): void {
    this.emit('message', Buffer.from(encodeControlMessage(message)), true);
  }
}

const lines = 'a👩‍👩‍👧漢\nbשלום\nб!';

/** Types the lines into an empty note, by a channel of their own. Returns what the person is told: nothing where all has arrived. */
async function typeLines(): Promise<unknown[]> {
  await openNotes(
    `pm clear --user ${user} com.android.notes; rm -f /storage/emulated/${user}/Documents/note.txt`,
  );
  const own = new DeviceScreen(lane.runner, user);
  const relay = new RelayEnd();
  await vi.waitFor(() => new StreamChannel(relay as unknown as WebSocket, lane.runner.capture('focus'), own));
  const seat = { type: 'seat', generation: 1, hears_typed: true };
  relay.emit('message', Buffer.from(JSON.stringify(seat)), false);
  await expect.poll(() => relay.hasPicture, { timeout: 60_000 }).toBe(true);
  const key = (keycode: number): void => {
    for (const action of ['down', 'up'] as const)
      relay.type({ type: 'key', action, keycode, repeat: 0, metaState: 0 });
  };
  relay.type({ type: 'text', text: 'a' });
  relay.type({ type: 'text', text: '👩‍👩‍👧漢' });
  key(66);
  relay.type({ type: 'text', text: 'bc' });
  key(67);
  relay.type({ type: 'set_clipboard', sequence: 1, paste: true, text: 'שלום\nб' });
  relay.type({ type: 'text', text: '!' });
  const isOver = async (): Promise<boolean> => relay.notices.length > 0 || (await note()) === lines;
  // Each typing changes the keyboard twice and reads the screen: 50 s for both were seen on a busy machine.
  await expect.poll(isOver, { timeout: 150_000 }).toBe(true);
  relay.close();
  own.end();
  return relay.notices;
}

test('emoji, keys and a paste arrive in the order in which they were typed', {
  timeout: 600_000,
}, async () => {
  let told = await typeLines();
  // A phone that does not answer for four seconds, as on a busy machine, counts as lost, and text on its way is told as lost.
  while (told.length > 0) told = await typeLines();
  expect(await note()).toBe(lines);
  await expect.poll(keyboard).toBe(latin);
});

test('the result is reported: confirmed, different, unread, or not typed', async () => {
  expect(await screen.typeLive('ünd', 1)).toMatchObject({ done: true, confirmed: 'confirmed', detail: '' });
  await expect.poll(note).toBe('ünd');
  await phone.setFaults({ screenReader: 'typing_lost' });
  expect(await screen.typeLive('é', 1)).toMatchObject({ done: true, confirmed: 'different' });
  await phone.setFaults({ screenReader: null });
  await lane.runner.screen?.yieldTo('a test');
  expect(await screen.typeLive('ö', 1)).toMatchObject({ done: true, confirmed: 'unconfirmed' });
  screen.seat.enter(2);
  expect(await screen.typeLive('ä', 1)).toMatchObject({ done: false, why: 'seat_lost' });
  expect(keyboard()).toBe(latin);
});
