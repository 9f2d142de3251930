// Actions of programs on one phone, one after the other: each is checked against a fresh reading, done, and answered with what
// changed. Reading and touch are not atomic: a target that has moved in between is noticed by the reading after it.
import type {
  ActionRefusal,
  ActionResult,
  ScreenAction,
  ScreenNode,
  ScreenRequest,
} from '@pocketfleet/contract';
import { FilesRefusedError } from '../files/phone-shell.ts';
import { type Found, findTarget } from './find-target.ts';
import { compare } from './outline/changes.ts';
import type { HiddenFields } from './outline/hidden-fields.ts';
import type { Observation } from './outline/observation.ts';
import { type OutlineNode, toScreenNode, writeOutline } from './outline/outline-text.ts';
import { type Performing, type Place, perform } from './perform.ts';
import type { Readings } from './readings.ts';
import { ScreenError } from './screen-error.ts';
import { SeatLostError } from './seat.ts';
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
  /** What is typed is a stored secret. */
  readonly secret?: Secret | undefined;
}

type Secret = NonNullable<Extract<ScreenRequest, { type: 'action' }>['secret']>;

type Target = { readonly place: Place; readonly node: ScreenNode | undefined };
class Refused extends Error {
  readonly why: ActionRefusal;
  readonly nodes: readonly ScreenNode[];
  constructor(why: ActionRefusal, nodes: readonly ScreenNode[] = [], detail = '') {
    super(detail);
    this.why = why;
    this.nodes = nodes;
  }
}

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

export function refusalOf(error: unknown): ActionResult {
  if (error instanceof Refused) return refusal(error.why, error.message, error.nodes);
  if (error instanceof ScreenError) return refusal(error.problem, error.message);
  if (error instanceof SeatLostError) return refusal('seat_lost', error.message);
  if (error instanceof FilesRefusedError)
    return refusal(error.retry ? 'failed' : 'app_missing', error.message);
  return refusal('failed', error instanceof Error ? error.message.slice(0, 500) : String(error));
}

export function refusal(why: ActionRefusal, detail: string, nodes: readonly ScreenNode[] = []): ActionResult {
  return {
    untrusted: true,
    done: false,
    why,
    detail,
    confirmed: null,
    settled: null,
    changed: [],
    text: '',
    nodes: [...nodes],
  };
}

async function act(deps: ActionsDeps, caller: string, action: ScreenAction): Promise<ActionResult> {
  const before = await readBefore(deps, action);
  const target = 'ref' in action || 'x' in action ? findPlace(deps, caller, action, before) : undefined;
  if (action.action === 'type') return type(deps, caller, action, before, target);
  if (target === undefined && ['tap', 'long_press', 'swipe'].includes(action.action))
    throw new Refused('no_target');
  const note = await perform(deps, action, target?.place);
  return tell(deps, caller, { before, target, note });
}

/** A point or a key can be used on a screen that can't be read; a ref can't. */
async function readBefore({ readings }: ActionsDeps, action: ScreenAction): Promise<Observation | undefined> {
  const isByRef = 'ref' in action && action.ref !== undefined;
  const { last } = readings;
  if (!isByRef && last !== undefined && performance.now() - last.atMs < freshMs) return last.observation;
  try {
    return (await readings.take()).observation;
  } catch (error) {
    if (isByRef || !(error instanceof ScreenError)) throw error;
    return undefined;
  }
}

function findPlace(
  { readings }: ActionsDeps,
  caller: string,
  action: { action: string; ref?: string | undefined; x?: number | undefined; y?: number | undefined },
  before: Observation | undefined,
): Target | undefined {
  if (action.ref === undefined && action.x === undefined) return undefined;
  // Without a reading nobody knows the display's size, and so nobody knows what a point means.
  const observation = before ?? readings.last?.observation;
  if (observation === undefined) throw new Refused('off', [], 'The screen could not be read.');
  const seen = action.ref === undefined ? undefined : readings.seenBy(caller, action.ref);
  const found: Found = findTarget(action, observation, seen, action.action === 'swipe');
  if (found.kind === 'refused') throw new Refused(found.why, found.nodes.map(plain));
  const { node, point } = found;
  const size = node === undefined ? observation.display : node.rect;
  return { node, place: { point, size, display: observation.display } };
}

type Told = {
  readonly before: Observation | undefined;
  readonly target?: Target | undefined;
  readonly note: string | undefined;
  readonly typed?: { readonly confirmed: Verdict; readonly nodes: readonly ScreenNode[] };
};

/** What came of it. A screen that can't be read afterwards doesn't undo what was done. */
async function tell({ readings }: ActionsDeps, caller: string, told: Told): Promise<ActionResult> {
  const { before, target, note = '', typed } = told;
  const base = {
    ...refusal('failed', note, typed?.nodes),
    done: true,
    why: null,
    confirmed: typed?.confirmed ?? null,
  };
  try {
    const first = (await readings.take()).observation;
    const isMoved = hasMoved(target, before, first);
    const { taken, isSettled } = await readings.settle(settleTimeoutMs, settleIntervalMs);
    const { head, nodes } = taken.observation;
    const { lines, isOther } = compare(before?.nodes ?? [], nodes);
    readings.saw(caller, nodes);
    return {
      ...base,
      why: isMoved ? 'moved' : null,
      settled: isSettled,
      changed: isOther ? [] : [...lines],
      text: isOther ? writeOutline(head, nodes).text : '',
    };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ...base, detail: [note, detail].filter((part) => part !== '').join(' ') };
  }
}

/** The target is no longer where it was touched. A keyboard that comes or goes moves fields by itself. */
function hasMoved(target: Target | undefined, before: Observation | undefined, after: Observation): boolean {
  if (target?.node === undefined || (before?.keyboard?.top ?? 0) !== (after.keyboard?.top ?? 0)) return false;
  const now = after.nodes.find(({ ref }) => ref === target.node?.ref);
  if (now === undefined) return false;
  const { x, y, width, height } = now.rect;
  const { point } = target.place;
  return point.x < x || point.y < y || point.x >= x + width || point.y >= y + height;
}

async function type(
  deps: ActionsDeps,
  caller: string,
  action: Extract<ScreenAction, { action: 'type' }>,
  before: Observation | undefined,
  target: Target | undefined,
): Promise<ActionResult> {
  if (target?.node !== undefined && target.node.role !== 'field')
    throw new Refused('not_a_field', [plain(target.node)]);
  const focused = target === undefined ? before : await focus(deps, target);
  const field = fieldOf(focused, target);
  if (deps.secret !== undefined) checkSecret(deps, deps.secret, action.text, focused, field);
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

/** Taps the field until it has the focus. */
async function focus(deps: ActionsDeps, target: Target): Promise<Observation> {
  const { readings } = deps;
  const isFocused = ({ nodes }: Observation): boolean =>
    target.node === undefined ||
    nodes.some(({ ref, states }) => ref === target.node?.ref && states.includes('focused'));
  const now = await readings.take();
  if (target.node !== undefined && isFocused(now.observation)) return now.observation;
  await perform(deps, { action: 'tap' }, target.place);
  const untilMs = performance.now() + focusTimeoutMs;
  for (;;) {
    const { taken } = await readings.settle(focusTimeoutMs);
    if (isFocused(taken.observation)) return taken.observation;
    if (performance.now() >= untilMs) {
      throw new Refused(
        'not_a_field',
        target.node === undefined ? [] : [plain(target.node)],
        'The field did not get the focus.',
      );
    }
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

function plain(node: ScreenNode): ScreenNode {
  return 'canAct' in node ? toScreenNode(node as OutlineNode) : node;
}
