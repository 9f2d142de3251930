// Types what keys can't, by a keyboard of our own that is in use only while it types. The tenant's keyboard is noted on the
// phone before it is changed, so that it comes back even if this program is killed in between.
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { quote } from '../files/phone-shell.ts';
import { ensureApkForUser } from './install-apk.ts';
import { typingKeyboard } from './reader-files.ts';
import { ScreenError } from './screen-error.ts';

const { packageName } = typingKeyboard;
const keyboardId = `${packageName}/.TestInputMethodService`;
const noteKey = 'pocketfleet_previous_keyboard';
/** `settings delete` knows no user, so this value stands for no note. */
const noNote = 'none';
const commandTimeoutMs = 10_000;
const boundTries = 20;
const boundIntervalMs = 100;
/** The keyboard drops more than 64,000 characters of base64, and a command line has limits too. */
const maxPieceBytes = 12_000;
const laterTryDelaysMs = [1_000, 5_000, 15_000, 60_000];

type LaterTry = { readonly timer: NodeJS.Timeout; running?: Promise<void> };
const laterTries = new WeakMap<Adb, LaterTry>();

export interface Typing {
  readonly adb: Adb;
  /** The tenant's Android user. */
  readonly user: number;
  readonly apk: Uint8Array;
  /** Throws when somebody else has the phone since. */
  readonly checkSeat: () => void;
  /** Called before the first of the text is sent. */
  readonly onBegun?: () => void;
}

/**
 * Types the text into the focused field, after clearing it with `replace`. Returns a sentence when the tenant's keyboard
 * could not be restored; rejects with ScreenError when nothing could be typed.
 */
export async function typeByKeyboard(
  typing: Typing,
  text: string,
  replace: boolean,
): Promise<string | undefined> {
  const { adb, user } = typing;
  await endLaterTry(adb);
  await ensureApkForUser(adb, typingKeyboard, typing.apk, user);
  await restoreKeyboard(adb, user);
  // The tenant's own choice, by a tool of theirs that uses the same keyboard: it types, and stays.
  const isTheirs = (await readSetting(adb, user, 'default_input_method')) === keyboardId;
  try {
    if (!isTheirs) await chooseOurs(adb, user);
    if (replace) {
      typing.onBegun?.();
      await broadcast(adb, user, 'ACTION_CLEAR_TEXT', '');
    }
    for (const piece of piecesOf(text)) {
      typing.checkSeat();
      typing.onBegun?.();
      const base64 = Buffer.from(piece).toString('base64');
      await broadcast(adb, user, 'ACTION_INPUT_TEXT_B64', ` --es text ${base64}`);
    }
  } finally {
    // The caller learns of it below; an error of typing itself is the more important one.
    await restoreKeyboard(adb, user).catch(() => tryLater(adb, user));
  }
  return isTheirs || (await isRestored(adb, user))
    ? undefined
    : 'The keyboard that was chosen before could not be restored.';
}

/** Where the phone did not answer in time. Each new connection restores the keyboard, too. */
function tryLater(adb: Adb, user: number, tries = 0): void {
  const delayMs = laterTryDelaysMs[tries];
  if (delayMs === undefined) return;
  const later: LaterTry = { timer: setTimeout(run, delayMs).unref() };
  laterTries.set(adb, later);
  function run(): void {
    later.running = restoreKeyboard(adb, user).then(
      () => void laterTries.delete(adb),
      () => tryLater(adb, user, tries + 1),
    );
  }
}

/** A try in the middle of the next typing would take our keyboard away from it. */
async function endLaterTry(adb: Adb): Promise<void> {
  await laterTries.get(adb)?.running;
  clearTimeout(laterTries.get(adb)?.timer);
  laterTries.delete(adb);
}

/** Brings the tenant's own keyboard back where a note says that it was changed. Does nothing otherwise. */
async function restoreKeyboard(adb: Adb, user: number): Promise<void> {
  const previous = await readSetting(adb, user, noteKey);
  if (previous === '' || previous === 'null' || previous === noNote) return;
  await runCommands(
    adb,
    [`ime set --user ${user} ${quote(previous)} 2>&1`, `ime disable --user ${user} ${keyboardId} 2>&1`],
    commandTimeoutMs,
  );
  // Better the phone's own keyboard than none.
  if ((await readSetting(adb, user, 'default_input_method')) === keyboardId) {
    await runCommands(adb, [`ime reset --user ${user} 2>&1`], commandTimeoutMs);
  }
  if ((await readSetting(adb, user, 'default_input_method')) === keyboardId) {
    throw new ScreenError('failed', 'the keyboard can’t be restored');
  }
  await runCommands(adb, [`settings --user ${user} put secure ${noteKey} ${noNote}`], commandTimeoutMs);
}

export async function restoreKeyboardOfCurrentUser(adb: Adb): Promise<void> {
  const [user = ''] = await runCommands(adb, ['am get-current-user'], commandTimeoutMs);
  if (/^\d+$/.test(user)) await restoreKeyboard(adb, Number(user));
}

async function chooseOurs(adb: Adb, user: number): Promise<void> {
  const previous = await readSetting(adb, user, 'default_input_method');
  if (previous === '' || previous === 'null')
    throw new ScreenError('failed', 'no keyboard is chosen on the phone');
  await runCommands(
    adb,
    [`settings --user ${user} put secure ${noteKey} ${quote(previous)}`],
    commandTimeoutMs,
  );
  if ((await readSetting(adb, user, noteKey)) !== previous) {
    throw new ScreenError('failed', 'the phone doesn’t keep a note of its keyboard');
  }
  await runCommands(
    adb,
    [`ime enable --user ${user} ${keyboardId} 2>&1`, `ime set --user ${user} ${keyboardId} 2>&1`],
    commandTimeoutMs,
  );
  if ((await readSetting(adb, user, 'default_input_method')) !== keyboardId) {
    throw new ScreenError('refused', 'the phone doesn’t allow another keyboard');
  }
  for (let tries = 0; tries < boundTries; tries++) {
    const [state = ''] = await runCommands(adb, ['dumpsys input_method'], commandTimeoutMs);
    if (state.includes(`mCurMethodId=${keyboardId}`)) return;
    await new Promise((resolve) => setTimeout(resolve, boundIntervalMs));
  }
}

async function isRestored(adb: Adb, user: number): Promise<boolean> {
  return (await readSetting(adb, user, 'default_input_method')) !== keyboardId;
}

async function readSetting(adb: Adb, user: number, key: string): Promise<string> {
  const [value = ''] = await runCommands(
    adb,
    [`settings --user ${user} get secure ${key}`],
    commandTimeoutMs,
  );
  return value;
}

/** `am` prints the same whether the keyboard has typed or not, so what was typed is read back. */
async function broadcast(adb: Adb, user: number, action: string, extras: string): Promise<void> {
  await runCommands(
    adb,
    [
      `am broadcast --user ${user} -p ${packageName} -a ${packageName}.${action} --es protocol android-ime-helper-v1${extras} 2>&1`,
    ],
    commandTimeoutMs,
  );
}

/** Pieces that don't cut what a person sees as one character. */
export function piecesOf(text: string, maxBytes = maxPieceBytes): string[] {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    const length = Buffer.byteLength(segment);
    if (bytes + length > maxBytes && piece !== '') {
      pieces.push(piece);
      [piece, bytes] = ['', 0];
    }
    piece += segment;
    bytes += length;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
