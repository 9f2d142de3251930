// Actions of programs on one phone, one after the other: each is checked against a fresh reading, done, and answered with what
// changed. Reading and touch are not atomic: a target that has moved in between is noticed by the reading after it.
import type { ActionResult, ScreenAction, ScreenNode, ScreenRequest } from '@pocketfleet/contract';
import { findPlace, plain, type Target } from './find-place.ts';
import { isAt } from './find-target.ts';
import { HeldTouch, notPressed } from './held-touch.ts';
import { wasMissed } from './missed.ts';
import type { HiddenFields } from './outline/hidden-fields.ts';
import type { Observation } from './outline/observation.ts';
import type { OutlineNode } from './outline/outline-text.ts';
import { type Performing, perform } from './perform.ts';
import { changesOf, type Readings } from './readings.ts';
import { Refused, refusal, refusalOf } from './refusal.ts';
import { ScreenError } from './screen-error.ts';
import { judgeTyped, type Verdict } from './typed-text.ts';

const freshMs = 300;
const settleTimeoutMs = 4_000;
const settleIntervalMs = 150;
const focusTimeoutMs = 1_500;
/** Fields take keys one by one, so what was typed may be complete only a moment later. */
const readBackTries = 3;

export interface ActionsDeps extends Performing {
  readonly readings: Readings;
  readonly hidden: HiddenFields;
  /** Keeps what is hidden over a restart. Throws where it can't. */
  readonly keepHidden: () => void;
  /** The typed text is a stored secret. */
  readonly secret?: Secret | undefined;
  /** The secret passed its checks. Called before anything of it is on the phone. */
  readonly onSecret?: () => void;
}

type Secret = NonNullable<Extract<ScreenRequest, { type: 'action' }>['secret']>;

type Typing = Extract<ScreenAction, { action: 'type' }>;
export async function runAction(
  deps: ActionsDeps,
  caller: string,
  action: ScreenAction,
): Promise<ActionResult> {
  try {
    return await act(deps, caller, action);
  } catch (error) {
    return refusalOf(error);
  }
}

async function act(deps: ActionsDeps, caller: string, action: ScreenAction): Promise<ActionResult> {
  const before = await readBefore(deps, action);
  const target =
    'ref' in action || 'x' in action || action.action === 'swipe'
      ? findPlace(deps.readings, caller, action, before)
      : undefined;
  if (action.action === 'type') return type(deps, caller, action, before, target);
  if (target === undefined && ['tap', 'long_press', 'swipe'].includes(action.action))
    throw new Refused('no_target');
  // A swipe moves its target; nothing can be read out of that.
  const touched = action.action === 'swipe' ? undefined : target;
  if (touched?.node === undefined) {
    const note = await perform(deps, action, target?.place);
    return tell(deps, caller, { before, touched, note });
  }
  const { node, place } = touched;
  const held = new HeldTouch(deps.readings, { node, point: place.point });
  await perform(deps, action, { ...place, isAway: () => held.look() });
  const { wasAway: isMissed, wasThere } = held;
  return tell(deps, caller, { before, touched, note: isMissed ? notPressed : undefined, isMissed, wasThere });
}

/**
 * A point or a key can be used on a screen that can't be read; a ref can't, and neither can a point where no reading has told the
 * display's size: nobody knows what it means then. A screen that has changed since the last reading
 * may be changing still, so a ref is looked up in one more reading then.
 */
async function readBefore({ readings }: ActionsDeps, action: ScreenAction): Promise<Observation | undefined> {
  const isByRef = 'ref' in action && action.ref !== undefined;
  const { last } = readings;
  if (!isByRef && last !== undefined && performance.now() - last.atMs < freshMs) return last.observation;
  try {
    const { observation } = await readings.take();
    const isChanging = last !== undefined && last.observation.signature !== observation.signature;
    return isByRef && isChanging ? (await readings.take()).observation : observation;
  } catch (error) {
    const isPlaced =
      ('x' in action && action.x !== undefined) || ('direction' in action && action.direction !== undefined);
    if (isByRef || (isPlaced && last === undefined) || !(error instanceof ScreenError)) throw error;
    return undefined;
  }
}

type Told = {
  readonly before: Observation | undefined;
  /** Undefined where nothing was touched, or where a touch moves what it hits. */
  readonly touched?: Target | undefined;
  /** It is known already that the target was missed. */
  readonly isMissed?: boolean;
  readonly wasThere?: boolean;
  readonly note: string | undefined;
  readonly typed?: { readonly confirmed: Verdict; readonly nodes: readonly ScreenNode[] };
};

/** The result of the action. A screen that can't be read afterwards doesn't undo the action. */
async function tell({ readings }: ActionsDeps, caller: string, told: Told): Promise<ActionResult> {
  const { before, touched, note = '', typed, wasThere } = told;
  const base = {
    ...refusal('failed', note, typed?.nodes),
    done: true,
    why: null,
    confirmed: typed?.confirmed ?? null,
  };
  try {
    const first = (await readings.take()).observation;
    const { taken, isSettled } = await readings.settle(settleTimeoutMs, settleIntervalMs);
    const atRest = taken.observation;
    readings.saw(caller, atRest.nodes);
    const isMissed =
      told.isMissed ||
      (touched?.node !== undefined &&
        before !== undefined &&
        wasMissed({ node: touched.node, point: touched.place.point, wasThere }, before, first, atRest));
    return {
      ...base,
      why: isMissed ? 'moved' : null,
      settled: isSettled,
      ...(await changesWithSwitch(readings, { before, atRest, note, touched })),
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const why = told.isMissed === true ? 'moved' : null;
    return { ...base, why, detail: [note, detail].filter((part) => part !== '').join(' ') };
  }
}

/** A reading doesn't tell whether a switch is on. Whether a touch has switched it is asked for apart. */
async function changesWithSwitch(
  readings: Readings,
  { before, atRest, note, touched }: Pick<Told, 'before' | 'touched'> & { atRest: Observation; note: string },
): Promise<Pick<ActionResult, 'changed' | 'text' | 'detail'>> {
  const old = before?.nodes ?? [];
  const isTouched = (node: OutlineNode): boolean =>
    touched?.node === undefined
      ? touched !== undefined && isAt(node, touched.place.point)
      : node.ref === touched.node.ref;
  const now = atRest.nodes.findLast((node) => node.states.includes('unknown') && isTouched(node));
  const known = now === undefined ? atRest : await readings.withSwitch(atRest, now.ref);
  if (known !== undefined) return { ...changesOf(old, known), detail: note };
  const { changed, text } = changesOf(old, atRest);
  return {
    changed: changed.filter((line) => line !== 'nothing changed'),
    text,
    detail: [note, 'Whether the switch is on could not be read.'].filter((part) => part !== '').join(' '),
  };
}

async function type(
  deps: ActionsDeps,
  caller: string,
  action: Typing,
  before: Observation | undefined,
  target: Target | undefined,
): Promise<ActionResult> {
  if (target?.node !== undefined && target.node.role !== 'field')
    throw new Refused('not_a_field', [plain(target.node)]);
  const { focused, isMissed } = await focus(deps, caller, action, { before, target });
  if (isMissed) {
    const typed = {
      confirmed: 'unconfirmed',
      nodes: target?.node === undefined ? [] : [plain(target.node)],
    } as const;
    const note = 'The field did not get the focus. Nothing was typed.';
    return tell(deps, caller, { before, note, typed, isMissed });
  }
  const field = fieldOf(focused, target);
  if (deps.secret !== undefined) {
    checkSecret(deps, deps.secret, action.text, focused, field);
    deps.onSecret?.();
  }
  if (field?.states.includes('password') || field?.value === '(hidden)') deps.hidden.addText(action.text);
  try {
    const note = await perform(deps, action, undefined);
    const typed = await readBack(deps, action, focused, field);
    return await tell(deps, caller, { before, note, typed });
  } finally {
    deps.hidden.endTyping();
  }
}

/** Nothing has been typed when it throws. */
function checkSecret(
  { hidden, keepHidden }: ActionsDeps,
  { apps, is_for_any_field }: Secret,
  text: string,
  focused: Observation | undefined,
  field: OutlineNode | undefined,
): void {
  if (field === undefined || focused === undefined) {
    throw new Refused('not_a_field', [], 'A secret is typed only into a field that can be read.');
  }
  const app = focused.fieldApps.get(field.ref) ?? '';
  if (!apps.includes(app)) throw new Refused('wrong_app', [], `This secret is not for ${app}.`);
  if (!is_for_any_field && !field.states.includes('password')) {
    throw new Refused('not_a_password_field', [], 'This secret is for password fields alone.');
  }
  if (!hidden.hasRoom) throw new Refused('refused', [], 'Too many secrets were typed in this rental.');
  // From before it is there, so that no reading shows it.
  const texts = focused.fieldTexts;
  hidden.addSecret(text, [field.ref, ...(focused.fieldNames.get(field.ref) ?? [])], { app, texts });
  keepHidden();
}

/**
 * Taps the field unless it has the focus. It is looked up in one more reading, because text that goes astray does more harm than a
 * touch. `isMissed`: it was tapped and doesn't get the focus.
 */
async function focus(
  deps: ActionsDeps,
  caller: string,
  action: Typing,
  { before, target }: { readonly before: Observation | undefined; readonly target: Target | undefined },
): Promise<{ focused: Observation | undefined; isMissed: boolean }> {
  if (target === undefined) return { focused: before, isMissed: false };
  const { readings } = deps;
  const isFocused = ({ nodes }: Observation): boolean =>
    target.node === undefined ||
    nodes.some(({ ref, states }) => ref === target.node?.ref && states.includes('focused'));
  const now = target.node === undefined ? before : (await readings.take()).observation;
  const { place } = findPlace(deps.readings, caller, action, now) ?? target;
  if (target.node !== undefined && now !== undefined && isFocused(now))
    return { focused: now, isMissed: false };
  await perform(deps, { action: 'tap' }, place);
  const untilMs = performance.now() + focusTimeoutMs;
  for (;;) {
    const focused = (await readings.settle(focusTimeoutMs)).taken.observation;
    if (isFocused(focused)) return { focused, isMissed: false };
    if (performance.now() >= untilMs) return { focused, isMissed: true };
  }
}

function fieldOf(observation: Observation | undefined, target: Target | undefined): OutlineNode | undefined {
  return observation?.nodes.find(
    ({ ref, role, states }) =>
      role === 'field' && (target?.node === undefined ? states.includes('focused') : ref === target.node.ref),
  );
}

async function readBack(
  { readings }: ActionsDeps,
  { text, replace }: { readonly text: string; readonly replace: boolean },
  focused: Observation | undefined,
  field: OutlineNode | undefined,
): Promise<NonNullable<Told['typed']>> {
  let confirmed: Verdict = 'unconfirmed';
  let nodes: readonly ScreenNode[] = [];
  for (let tries = 0; tries < readBackTries && confirmed !== 'confirmed' && field !== undefined; tries++) {
    try {
      const { observation } = (await readings.settle(settleTimeoutMs)).taken;
      const now = observation.nodes.find(({ ref }) => ref === field.ref);
      confirmed = judgeTyped({
        before: focused?.fieldTexts.get(field.ref),
        text,
        replace,
        after: now === undefined ? undefined : observation.fieldTexts.get(field.ref),
        isPassword: field.states.includes('password'),
      });
      nodes = now === undefined || confirmed !== 'different' ? [] : [plain(now)];
    } catch (error) {
      if (!(error instanceof ScreenError)) throw error;
      return { confirmed: 'unconfirmed', nodes: [] };
    }
  }
  return { confirmed, nodes };
}
