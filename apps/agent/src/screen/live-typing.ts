// Types text of the live picture into the focused field, and reads it back. Quicker than an action: it doesn't wait for the screen
// to rest, because the person sees it and goes on.
import type { ActionResult } from '@pocketfleet/contract';
import type { ActionsDeps } from './actions.ts';
import { typeByKeyboard } from './keyboard.ts';
import type { Observation } from './outline/observation.ts';
import type { OutlineNode } from './outline/outline-text.ts';
import type { Readings } from './readings.ts';
import { refusal, refusalOf } from './refusal.ts';
import { ScreenError } from './screen-error.ts';
import { SeatLostError } from './seat.ts';
import { isAdded, judgeTyped, type Verdict } from './typed-text.ts';

/** Apps write what they get a moment later. */
const readBackDelaysMs = [0, 150, 350];

/** Before each further try, while nothing of the text was sent: a busy phone may not answer in time, or its connection is lost. */
const retryDelaysMs = [500, 2_000, 5_000];
/** No try begins later: each may take many seconds itself, and the person does something else meanwhile. */
const maxRetryAgeMs = 10_000;

/** Never rejects. The field's text is not told: the picture shows it. `onPassword`: it is one, or hidden otherwise. */
export async function typeLive(
  deps: ActionsDeps,
  text: string,
  onPassword: () => void,
): Promise<ActionResult> {
  const { phone, user, keyboardApk, checkSeat, readings, hidden } = deps;
  try {
    checkSeat();
    if (keyboardApk === undefined) throw new ScreenError('unavailable', 'this host has no typing keyboard');
    const before = await readIfPossible(readings);
    const field = focusedField(before);
    if (isPasswordField(field)) {
      hidden.addText(text);
      onPassword();
    }
    const note = await untilBegun((onBegun) =>
      phone.withAdb((adb) => {
        // The phone may have been away for long.
        checkSeat();
        return typeByKeyboard({ adb, user, apk: keyboardApk, checkSeat, onBegun }, text, false);
      }),
    );
    const confirmed = await readBack(readings, { text, before, field });
    return { ...refusal('failed', note ?? ''), done: true, why: null, confirmed };
  } catch (error) {
    return refusalOf(error);
  }
}

export function focusedField(observation: Observation | undefined): OutlineNode | undefined {
  return observation?.nodes.find(({ role, states }) => role === 'field' && states.includes('focused'));
}

/** Whether this field holds a password, or hides its text for another reason. */
export function isPasswordField(field: OutlineNode | undefined): boolean {
  return field !== undefined && (field.states.includes('password') || field.value === '(hidden)');
}

/** Tries again what has failed before any of the text was sent. Later, nobody knows what the phone has typed. */
async function untilBegun<Result>(type: (onBegun: () => void) => Promise<Result>): Promise<Result> {
  const startedAtMs = performance.now();
  let hasBegun = false;
  const onBegun = (): void => {
    hasBegun = true;
  };
  for (const delayMs of retryDelaysMs) {
    try {
      return await type(onBegun);
    } catch (error) {
      const isLate = performance.now() + delayMs - startedAtMs > maxRetryAgeMs;
      if (hasBegun || isLate || isFinal(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return type(onBegun);
}

/** The phone or its new holder says no; another try changes nothing. */
function isFinal(error: unknown): boolean {
  return error instanceof SeatLostError || (error instanceof ScreenError && error.problem !== 'failed');
}

async function readBack(
  readings: Readings,
  typed: { text: string; before: Observation | undefined; field: OutlineNode | undefined },
): Promise<Verdict> {
  const { text, before, field } = typed;
  if (field === undefined) return 'unconfirmed';
  let verdict: Verdict = 'unconfirmed';
  for (const delayMs of readBackDelaysMs) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const after = await readIfPossible(readings);
    if (after === undefined) return 'unconfirmed';
    const [old, now] = [before?.fieldTexts.get(field.ref), after.fieldTexts.get(field.ref)];
    const isPassword = field.states.includes('password');
    verdict = judgeTyped({ before: old, text, replace: false, after: now, isPassword });
    // Keys that were sent just before may have come after the first reading.
    if (verdict === 'different' && isAdded(old ?? '', text, now ?? '')) verdict = 'confirmed';
    if (verdict === 'confirmed') break;
  }
  return verdict;
}

async function readIfPossible(readings: Readings): Promise<Observation | undefined> {
  try {
    return (await readings.take()).observation;
  } catch (error) {
    if (error instanceof ScreenError) return undefined;
    throw error;
  }
}
