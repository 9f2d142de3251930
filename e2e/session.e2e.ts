// The tools of the session page on the real product; the phone is read back over adb. The page's states are tested in
// apps/web/test/session-page.browser.test.ts.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';
import { connectByAdb, type PhoneByAdb, tenantFiles } from './phone-by-adb.ts';
import { readVirtualPhones } from './virtual-phones.ts';

const patience = { timeout: 60_000, interval: 100 };
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-session-'));
let browser: Browser;
let page: Page;
let phone: PhoneByAdb;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openAsDemo(browser, '/devices', {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const stream = page.getByRole('link', { name: /^Stream / }).first();
  await stream.waitFor();
  const tag = ((await stream.getAttribute('aria-label')) ?? '').replace('Stream ', '');
  const listed = readVirtualPhones(inject('dataDir')).find((each) => each.tag === tag);
  if (listed === undefined) throw new Error(`the site shows ${tag}, which virtual-phones.json does not list`);
  phone = await connectByAdb(listed);
  await stream.click();
  // The tools are enabled once there is a picture, which may take long on a slow machine.
  await vi.waitFor(async () => expect(await tool('Home').isEnabled()).toBe(true), {
    timeout: 60_000,
    interval: 200,
  });
});
afterAll(async () => {
  await browser?.close();
  await phone?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('shows the time left of the rental in its header, and its end on focus', async () => {
  const left = page.getByText('Time left').locator('xpath=..').getByRole('button');
  await left.filter({ hasText: /^\d+d \d+h$|^\d+[hm]$/ }).focus();
  expect(await page.getByRole('tooltip').textContent()).toMatch(/^Until .+\d/);
});

it('runs commands that are typed into the shell on the phone', async () => {
  await tool('Shell').click();
  await page.getByText('Shell connected').waitFor();
  await page.keyboard.type('echo typed > /sdcard/Download/typed.txt\n');
  await vi.waitFor(async () => {
    expect((await phone.shell('cat /sdcard/Download/typed.txt')).trim()).toBe('typed');
  }, patience);
});

it('Tab moves past the shell’s tab, and Enter on it goes into the shell', async () => {
  const leadsTo = async (key: string, locator: Locator) => {
    await page.keyboard.press(key);
    await expect.poll(() => locator.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  };
  await tab('Files').click();
  await leadsTo('ArrowLeft', tab('Shell'));
  await leadsTo('ArrowRight', tab('Files'));
  await leadsTo('ArrowLeft', tab('Shell'));
  await leadsTo('Enter', page.getByRole('region', { name: /^Shell of/ }));
});

it('opens a new shell when the old one has ended, and says how it ended', async () => {
  await page.getByRole('region', { name: /^Shell of/ }).click();
  await page.keyboard.type('exit 3\n');
  await page.getByText('The shell has ended with code 3.').waitFor();
  await page.getByRole('button', { name: 'New shell' }).click();
  await page.getByText('Shell connected').waitFor();
});

it('sends a file byte for byte, and fetches it again', async () => {
  const content = Buffer.alloc(3 * 1024 * 1024 + 17, 0).map((_, at) => (at * 31) % 253);
  await tab('Files').click();
  // Passed as bytes, because a browser without a UTF-8 locale can't open a path with this name.
  await page.getByLabel('Files to send').setInputFiles({
    name: 'Grüße 日本.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
  await page.getByText('Saved to /sdcard/Download').waitFor({ timeout: 60_000 });
  expect(await phone.shell(`sha256sum "${tenantFiles}/Download/Grüße 日本.bin"`)).toContain(sha256(content));

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Grüße 日本.bin' }).click();
  const download = await downloading;
  const fetched = join(folder, 'fetched.bin');
  await download.saveAs(fetched);
  expect(sha256(readFileSync(fetched))).toBe(sha256(content));
});

it('deletes a file only after a confirmation', async () => {
  await page.getByRole('button', { name: 'Delete Grüße 日本.bin' }).click();
  await page.getByRole('button', { name: 'Delete file' }).click();
  await vi.waitFor(async () => {
    expect(await phone.shell(`ls ${tenantFiles}/Download`)).not.toContain('Grüße');
  }, patience);
});

it('says why a file with an impossible name or no app in it is refused, and leaves nothing behind', async () => {
  await page.getByLabel('Files to send').setInputFiles([
    { name: `${'x'.repeat(300)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'fake.apk', mimeType: 'application/octet-stream', buffer: Buffer.from('this is no app') },
  ]);
  await page.getByText('The file name is too long: Android allows 255 bytes.').waitFor();
  await page.getByText('This isn’t a valid APK.').waitFor();
  expect(await phone.shell(`ls -a ${tenantFiles}/Download /data/local/tmp`)).not.toMatch(
    /fake|\.part|pocketfleet-[0-9a-f]+\.apk/,
  );
});

it('installs an APK that is dropped, lists it, opens it and removes it', async () => {
  const apk = buildApk({ packageName: 'org.example.dropped', label: 'Dropped' });
  await dropFile('dropped.apk', apk);
  await page.getByText('Installed', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await phone.shell('pm list packages')).toContain('org.example.dropped');
  await page.getByRole('button', { name: 'Open Dropped' }).click();
  await vi.waitFor(async () => expect(await phone.frontApp()).toBe('org.example.dropped'), patience);
  await page.getByText('Version 1.0', { exact: true }).first().waitFor();
  const more = page.getByRole('button', { name: 'More for Dropped' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Force stop' }).click();
  await vi.waitFor(async () => expect(await phone.frontApp()).not.toBe('org.example.dropped'), patience);
  await more.click();
  await page.getByRole('menuitem', { name: 'Clear data' }).click();
  await page.getByRole('button', { name: 'Clear data' }).click();
  await page.getByText('The data of Dropped was deleted.').waitFor();
  await more.click();
  await page.getByRole('menuitem', { name: 'Uninstall' }).click();
  await page.getByRole('button', { name: 'Uninstall', exact: true }).click();
  await vi.waitFor(async () => {
    expect(await phone.shell('pm list packages')).not.toContain('org.example.dropped');
  }, patience);
});

it('pastes text in every script into the phone', async () => {
  const text = 'Zürich 東京 Москва 🙂 ירושלים';
  await phone.shell(`rm -f ${tenantFiles}/Documents/note.txt; am start -n com.android.notes/.NotesActivity`);
  await vi.waitFor(async () => expect(await phone.frontApp()).toBe('com.android.notes'), patience);
  await tab('Clipboard').click();
  await page.getByRole('textbox', { name: 'To the phone' }).fill(text);
  await page.getByRole('button', { name: 'Paste into the phone' }).click();
  await page.getByText('The phone’s clipboard is updated.').waitFor();
  await vi.waitFor(async () => {
    expect(await phone.shell(`cat ${tenantFiles}/Documents/note.txt`)).toContain(text);
  }, patience);
});

it('types text that no Android key writes', async () => {
  await tool('Keyboard').click();
  await page.keyboard.insertText('naïve 漢字');
  await vi.waitFor(async () => {
    expect(await phone.shell(`cat ${tenantFiles}/Documents/note.txt`)).toContain('naïve 漢字');
  }, patience);
});

it('records the stream into an MP4 that a browser plays', async () => {
  await tool('Record').click();
  await page.getByText('Recording', { exact: true }).waitFor();
  await tool('Home').click();
  await vi.waitFor(async () => expect(await page.getByText(/^0:0[2-9]$/).count()).toBe(1), patience);
  await tool('Recents').click();
  const downloading = page.waitForEvent('download');
  await tool('Stop recording').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^PF-\d+-.*\.mp4$/);
  const file = join(folder, 'recording.mp4');
  await download.saveAs(file);
  const played = await play(readFileSync(file).toString('base64'));
  expect(played.width).toBeGreaterThan(300);
  expect(played.seconds).toBeGreaterThan(1);
});

it('shows its statistics beside the phone, and switches them off', async () => {
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await statistics.getByText('Network delay').waitFor();
  const [figures, picture] = await Promise.all(
    [statistics, page.getByRole('application')].map((each) => each.boundingBox()),
  );
  expect((figures?.x ?? 0) + (figures?.width ?? 0)).toBeLessThanOrEqual(picture?.x ?? 0);
  await tool('Statistics').click();
  await statistics.waitFor({ state: 'detached' });
  await tool('Statistics').click();
  await statistics.waitFor();
});

it('shows the app in front, battery, network and log to developers, filters the log and downloads it', async () => {
  await phone.shell('am start -n com.android.notes/.NotesActivity');
  await tool('Debug').click();
  const facts = page.getByLabel('What runs on the phone now');
  await facts.getByText('com.android.notes', { exact: true }).waitFor({ timeout: 60_000 });
  await facts.getByText(/^\d+% · (not )?charging · \d+\.\d °C$/).waitFor();
  await facts.getByText(/192\.168\.1\.\d+ \(wlan0\)/).waitFor();
  const lines = page.getByRole('log');
  const write = (level: string, tag: string, text: string) =>
    phone.shell(`log -p ${level} -t ${tag} ${text}`);
  await write('w', 'Checkout', 'cart is empty');
  await write('i', 'Checkout', 'cart opened');
  await lines.getByText('cart is empty').waitFor();
  await page.getByRole('combobox', { name: 'Level' }).selectOption('W');
  await lines.getByText('cart opened').waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Tag' }).fill('nobody');
  await page.getByText('No line matches.').waitFor();
  await page.getByRole('searchbox', { name: 'Tag' }).fill('check');
  await lines.getByText('cart is empty').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await write('e', 'Checkout', 'paid twice');
  await page.getByText('Paused. New lines are kept.').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = join(folder, 'log.txt');
  await (await downloading).saveAs(file);
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z \d+ W Checkout: cart is empty$/m);
  expect(readFileSync(file, 'utf8')).not.toContain('cart opened');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await lines.getByText('paid twice').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await lines.getByText('paid twice').waitFor({ state: 'detached' });
  await write('w', 'Checkout', 'after it');
  await lines.getByText('after it').waitFor();
  // Closed and opened again, the log continues after its last line.
  await tool('Debug').click();
  await write('w', 'Checkout', 'meanwhile');
  await tool('Debug').click();
  await lines.getByText('meanwhile').waitFor();
  expect(await lines.getByText('after it').count()).toBe(1);
});

it('remembers whether the sound is on', async () => {
  for (const isOn of ['true', 'false']) {
    await tool('Sound').click();
    await page.reload();
    await expect.poll(() => tool('Sound').getAttribute('aria-pressed'), patience).toBe(isOn);
  }
});

async function dropFile(name: string, bytes: Uint8Array): Promise<void> {
  const data = await page.evaluateHandle(
    ({ fileName, content }) => {
      const transfer = new DataTransfer();
      const decoded = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([decoded], fileName));
      return transfer;
    },
    { fileName: name, content: Buffer.from(bytes).toString('base64') },
  );
  const toolbar = page.getByRole('toolbar', { name: 'Phone' });
  await toolbar.dispatchEvent('dragenter', { dataTransfer: data });
  await toolbar.dispatchEvent('drop', { dataTransfer: data });
}

/** Size and length of a video as the browser plays it. */
function play(base64: string): Promise<{ width: number; seconds: number }> {
  return page.evaluate(async (content) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message ?? 'not a video'));
    });
    return { width: video.videoWidth, seconds: video.duration };
  }, base64);
}
