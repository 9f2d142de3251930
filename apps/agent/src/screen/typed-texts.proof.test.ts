// Random texts, typed into a note, by the keyboard and by keys, and into a form: each reads back as it was sent, the phone's file
// has the note, and the tenant's keyboard is there again, also when the program that types is killed. `npm test` runs a small form, the full one is
// `npm run proof -- typed-texts`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { randomFrom } from '../../test/random.ts';
import { openScreenLab, randomAscii, randomText, type ScreenLab } from '../../test/screen-lab.ts';

const size = Number(process.env['PROOF_SIZE'] ?? 5);
const seed = Number(process.env['PROOF_SEED'] ?? Math.floor(Math.random() * 1e9));
const random = randomFrom(seed);
const longest = 60;
/** One kill in this many texts, and one at least. */
const killEvery = 100;
const longestBeforeKillMs = 3_000;
const mostLateShare = 0.01;
const latin = 'com.android.inputmethod.latin/.LatinIME';
const places = ['note', 'keys', 'note', 'name', 'password'] as const;
type Place = (typeof places)[number];
const notes = ['com.android.notes', ''] as const;
const form = 'com.android.signin';
let shown = '';
let lab: ScreenLab;

beforeAll(async () => {
  lab = await openScreenLab();
});
afterAll(() => lab?.stop());

const keyboard = (): string | undefined =>
  lab.phone.world.settings.get('secure', 'default_input_method', lab.user);

const noteText = (): Promise<string> =>
  runOn(lab.phone, `cat /storage/emulated/${lab.user}/Documents/note.txt`);

test(
  `${size} random texts read back as they were typed, the keyboard restored each time (seed ${seed})`,
  async () => {
    let [kills, foundChanged, reported] = [0, 0, 0];
    for (let typed = 0; typed < size; typed++) {
      if (typed % killEvery === Math.min(size, killEvery) - 1) {
        kills++;
        if ((await killWhileTyping()) !== latin) foundChanged++;
        await expect.poll(keyboard, { timeout: 60_000 }).toBe(latin);
      }
      const place = places[typed % places.length] ?? 'note';
      const ref = await open(place);
      const byKeyboard = randomText(random, longest);
      const byKeys = place === 'keys' ? randomAscii(random, longest) : '';
      const text = byKeyboard + byKeys;
      const replaced = { action: 'type', ref, text: byKeyboard, replace: true } as const;
      const first = await lab.act(replaced);
      const isAdded = first.confirmed === 'confirmed' && place === 'keys';
      const result = isAdded ? await lab.act({ ...replaced, text: byKeys, replace: false }) : first;
      // A phone that did not answer in time is told as such, and is rare.
      const isLate = /not answer|not connected/.test(result.detail);
      expect([text, result.confirmed, result.detail, isLate]).toEqual([
        text,
        isLate ? result.confirmed : 'confirmed',
        isLate ? result.detail : '',
        isLate,
      ]);
      await expect.poll(keyboard, { timeout: isLate ? 60_000 : 1_000 }).toBe(latin);
      if (isLate) reported++;
      else if (place === 'note' || place === 'keys') await expect.poll(noteText).toBe(text);
    }
    expect(reported).toBeLessThanOrEqual(size * mostLateShare);
    const result = process.env['PROOF_RESULT'];
    if (result !== undefined) {
      writeFileSync(
        result,
        JSON.stringify({
          confirmed: size - reported,
          reported,
          kills,
          kills_that_left_another_keyboard: foundChanged,
        }),
      );
    }
  },
  60_000 + size * 10_000,
);

/** Returns the name of the field there. */
async function open(place: Place): Promise<string> {
  const [app, id] = {
    note: notes,
    keys: notes,
    name: [form, 'user_field'],
    password: [form, 'secret_field'],
  }[place];
  if (shown !== app) await lab.act({ action: 'open_app', app });
  shown = app;
  const find = async () =>
    (await lab.read()).find((node) => node.role === 'field' && (id === '' || node.id === id));
  return await vi.waitFor(async () => (await find())?.ref ?? expect.fail(`no field for a ${place}`), {
    timeout: 20_000,
  });
}

/** Another program types until it is killed; then the agent comes back. Returns the keyboard that the kill left. */
async function killWhileTyping(): Promise<string | undefined> {
  await lab.leave();
  const program = fileURLToPath(new URL('../../test/killed-typing.ts', import.meta.url));
  const child = spawn(process.execPath, [program, String(lab.phone.port), lab.keysDir, String(lab.user)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await pause(random() * longestBeforeKillMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  const left = keyboard();
  await lab.comeBack();
  return left;
}
