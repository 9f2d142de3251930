// Types text of the live picture into the focused field, and reads it back. Quicker than an action: it doesn't wait for the screen
// to rest, because the person sees it and goes on.
import type { ActionResult } from '@pocketfleet/contract';
import { type ActionsDeps, refusal, refusalOf } from './actions.ts';
import { typeByKeyboard } from './keyboard.ts';
import type { Observation } from './outline/observation.ts';
import type { OutlineNode } from './outline/outline-text.ts';
import type { Readings } from './readings.ts';
import { ScreenError } from './screen-error.ts';
import { isAdded, judgeTyped, type Verdict } from './typed-text.ts';

/** Apps write what they get a moment later. */
const readBackDelaysMs = [0, 150, 350];

/** Never rejects. What the field holds is not told: the picture shows it. */
export async function typeLive(deps: ActionsDeps, text: string): Promise<ActionResult> {
  const { phone, user, keyboardApk, checkSeat, readings, hidden } = deps;
  try {
    checkSeat();
    if (keyboardApk === undefined) throw new ScreenError('unavailable', 'this host has no typing keyboard');
    const before = await readIfPossible(readings);
    const field = before?.nodes.find(({ role, states }) => role === 'field' && states.includes('focused'));
    if (field?.states.includes('password') || field?.value === '(hidden)') hidden.addText(text);
    const note = await phone.withAdb((adb) =>
      typeByKeyboard({ adb, user, apk: keyboardApk, checkSeat }, text, false),
    );
    const confirmed = await readBack(readings, { text, before, field });
    return { ...refusal('failed', note ?? ''), done: true, why: null, confirmed };
  } catch (error) {
    return refusalOf(error);
  }
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
