// Outlines of all screens of the virtual phone, through the genuine reader's protocol.

import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { maxOutlineBytes } from '@pocketfleet/contract';
import type { Phone } from '@pocketfleet/virtual-phone';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab, type PhoneLab } from '../../../test/phone-lab.ts';
import type { AdbLink } from '../../adb/adb-link.ts';
import { connectAdb } from '../../adb/tcp-connection.ts';
import { readReaderFiles } from '../reader-files.ts';
import { createHelperProgram } from '../resident-reader.ts';
import { ScreenReader } from '../screen-reader.ts';
import { parseTree } from '../tree.ts';
import { HiddenFields } from './hidden-fields.ts';
import { observe } from './observation.ts';
import { writeOutline } from './outline-text.ts';
import { RefBook } from './refs.ts';

let lab: PhoneLab;
let phone: Phone;
let link: AdbLink;
let reader: ScreenReader;

beforeAll(async () => {
  lab = openLab();
  phone = await lab.addPhone();
  link = await connectAdb({ host: '127.0.0.1', port: phone.port }, lab.credentials, 10_000);
  const { snapshotApk } = readReaderFiles(process.env['SCREEN_READER'] ?? '');
  reader = new ScreenReader({
    adb: link.adb,
    program: createHelperProgram(snapshotApk, {
      readyTimeoutMs: 30_000,
      requestTimeoutMs: 30_000,
    }),
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await reader.stop();
  link.close();
  await lab.stop();
});

async function readOutline(memory = { refs: new RefBook(1), hidden: new HiddenFields() }) {
  const { xml, isTruncated } = await reader.capture();
  const observation = observe(parseTree(xml), isTruncated, memory);
  return { observation, ...writeOutline(observation.head, observation.nodes) };
}
const open = (name: string): Promise<string> =>
  runOn(phone, `monkey -p ${name} -c android.intent.category.LAUNCHER 1`);

test.each([
  ['com.android.notes', /field .*hint "Write something"/],
  ['com.android.settings', /button "Network/],
  ['com.android.feed', /button "Like"/],
  ['com.android.gallery3d', /\n/],
  ['com.android.paint', /button/],
  ['com.android.deskclock', /\n/],
  ['com.android.video', /button/],
])('%s has an outline that fits and names what can be used', async (name, expected) => {
  await open(name);
  // An opening window is still on its way.
  await expect.poll(async () => (await readOutline()).observation.head.app).toBe(name);
  const { text, shortened } = await readOutline();
  expect(text).toMatch(expected);
  expect(shortened).toBe('none');
  expect(Buffer.byteLength(text)).toBeLessThan(maxOutlineBytes);
});

test('names stay on a list that scrolls, and on the screen that comes back', async () => {
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  await open('com.android.settings');
  await expect.poll(async () => (await readOutline()).observation.head.app).toBe('com.android.settings');
  const named = async () => new Map((await readOutline(memory)).nodes.map(({ label, ref }) => [label, ref]));
  const before = await named();
  await runOn(phone, 'input swipe 500 1900 500 1500 300');
  const after = await named();
  const shared = [...before].filter(([label]) => label !== '' && after.has(label));
  expect(shared.length).toBeGreaterThan(4);
  for (const [label, ref] of shared) expect(after.get(label)).toBe(ref);
});
