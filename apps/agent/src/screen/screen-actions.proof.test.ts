// Random actions by name on a phone. Each is done or refused with a reason that a working phone can have, and no name ever
// stands for two things. On a screen that stood still, each touch hits the control that was named; where the screen was moved
// in between, a touch that missed is told as moved. Readings can't show two kinds of misses, which are counted apart: a miss that brought
// another screen, as a hit does too, and a miss that changed nothing. Hits are judged by the phone's own tree. `npm test` runs a small form, the full one is `npm run proof -- screen-actions`.
import { writeFileSync } from 'node:fs';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { ActionResult, ScreenAction, ScreenNode } from '@pocketfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../test/random.ts';
import { openScreenLab, randomText, type ScreenLab } from '../../test/screen-lab.ts';
import {
  hits,
  hitsById,
  hitsByName,
  hitsRow,
  type Touched,
  treeOf,
  watchTouches,
} from '../../test/touched-control.ts';

const size = Number(process.env['PROOF_SIZE'] ?? 12);
const seed = Number(process.env['PROOF_SEED'] ?? Math.floor(Math.random() * 1e9));
const apps = ['notes', 'settings', 'feed', 'documentsui', 'deskclock', 'signin'].map(
  (one) => `com.android.${one}`,
);
/** Why an action may be refused on a phone that works. */
const reasons = new Set([
  'gone',
  'covered',
  'disabled',
  'hidden',
  'changed',
  'moved',
  'not_a_field',
  'no_target',
  'off',
]);
/** The phone did not answer in time: told as such, and rare. */
const isLate = ({ why, detail }: ActionResult): boolean =>
  why === 'failed' &&
  /not answer|not connected|respond in time|socket closed|did not run every command/i.test(detail);
const mostLateShare = 0.01;
/** A control that moves by itself when it is touched is told as missed. */
const mostWronglyMovedShare = 0.01;
/** Another app is opened this often, so that no corner of one holds all of the actions. */
const openEvery = 25;
/** One in this many touches has the screen moved between the reading and the touch. */
const moveEvery = 8;
/** The results of the actions so far are printed this often, because a long proof takes half an hour. */
const tellEvery = 250;
/** Most of an action is waiting for the screen to rest, so a long proof uses several phones at once. */
const phones = size > 1_000 ? 4 : 1;
const labs: ScreenLab[] = [];

beforeAll(async () => {
  for (let phone = 0; phone < phones; phone++) labs.push(await openScreenLab());
}, 60_000 * phones);
afterAll(() => Promise.all(labs.map((lab) => lab.stop())));

test(
  `of ${size} random actions each is done or refused with a reason, and each touch hits what was named (seed ${seed})`,
  async () => {
    const outcomes = new Map<string, number>();
    const touches = {
      still: 0,
      still_moved: 0,
      moving_hit: 0,
      moving_told: 0,
      moving_untold: 0,
      moving_to_other_screen: 0,
      moving_without_effect: 0,
    };
    const each = Math.ceil(size / phones);
    await Promise.all(
      labs.map((lab, phone) => actOn(lab, { seed: seed + phone, size: each, outcomes, touches })),
    );
    expect(outcomes.get('done') ?? 0).toBeGreaterThan(size / 4);
    expect(outcomes.get('failed') ?? 0).toBeLessThanOrEqual(size * mostLateShare);
    const result = process.env['PROOF_RESULT'];
    if (result !== undefined) {
      writeFileSync(result, JSON.stringify({ outcomes: Object.fromEntries(outcomes), touches }));
    }
    expect(touches.moving_untold).toBe(0);
    expect(touches.still_moved).toBeLessThanOrEqual(Math.ceil(touches.still * mostWronglyMovedShare));
  },
  60_000 + size * 10_000,
);

type Judged =
  | 'still'
  | 'still_moved'
  | 'moving_hit'
  | 'moving_told'
  | 'moving_untold'
  | 'moving_to_other_screen'
  | 'moving_without_effect';
type Run = {
  seed: number;
  size: number;
  outcomes: Map<string, number>;
  touches: Record<Judged, number>;
};

async function actOn(lab: ScreenLab, run: Run): Promise<void> {
  const random = randomFrom(run.seed);
  const { screen } = lab.phone.world.android();
  const roles = new Map<string, string>();
  let touched: Touched[] = [];
  watchTouches(screen, (one) => touched.push(one));
  let treeRead: string | undefined;
  let windowsRead = screen.windows();
  const read = async (): Promise<ScreenNode[]> => {
    const before = treeOf(screen);
    windowsRead = screen.windows();
    const nodes = await lab.read();
    treeRead = treeOf(screen) === before ? before : undefined;
    return nodes;
  };
  let nodes = await read();
  for (let done = 0; done < run.size; done++) {
    if (done % openEvery === 0) await lab.act({ action: 'open_app', app: oneOf(random, apps) });
    if (random() < 0.7) nodes = await read();
    const refs = nodes.map(({ ref }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    for (const { ref, role } of nodes) {
      expect([ref, roles.get(ref) ?? role]).toEqual([ref, role]);
      roles.set(ref, role);
    }
    const action = randomAction(random, nodes);
    const isMoved = action.action === 'tap' && Math.floor(random() * moveEvery) === 0;
    if (isMoved) await moveUnseen(lab, random);
    touched = [];
    const result = await lab.act(action);
    const [at] = touched;
    if (isMoved) await lab.phone.setFaults({ screenReader: null });
    const outcome = result.why ?? 'done';
    run.outcomes.set(outcome, (run.outcomes.get(outcome) ?? 0) + 1);
    tellProgress(run);
    expect([action, result.detail, result.done || reasons.has(outcome) || isLate(result)]).toEqual([
      action,
      result.detail,
      true,
    ]);
    const named = 'ref' in action ? nodes.find(({ ref }) => ref === action.ref) : undefined;
    if (action.action === 'swipe') expect([action, outcome]).not.toEqual([action, 'moved']);
    if (named === undefined || at === undefined || action.action === 'swipe') continue;
    const isStill = !isMoved && at.tree === treeRead;
    run.touches[judge({ named, at, result, isStill, isOfRow: hitsRow(at, named, windowsRead) })]++;
  }
}

function tellProgress({ outcomes, touches }: Run): void {
  const done = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  if (done % tellEvery !== 0) return;
  const so = { ...Object.fromEntries(outcomes), ...touches };
  process.stderr.write(`${done} of ${size}: ${JSON.stringify(so)}\n`);
}

type Touch = {
  named: ScreenNode;
  at: Touched;
  result: ActionResult;
  isStill: boolean;
  /** The row at the point is that of the control. */
  isOfRow: boolean;
};

function judge({ named, at, result, isStill, isOfRow }: Touch): Judged {
  const isTold = result.why === 'moved';
  const touched = at.nodes.map(({ node, bounds }) => [node.resourceId, node.text, node.description, bounds]);
  if (isStill) {
    expect([named, touched, hits(at, named)]).toEqual([named, touched, true]);
    if (isTold)
      process.stderr.write(`needlessly told: ${JSON.stringify({ named, changed: result.changed })}\n`);
    return isTold ? 'still_moved' : 'still';
  }
  // It stood at its place with another text, such as the time.
  const isThere = hitsByName(at, named) || hitsById(at, named) || hits(at, { ...named, label: '' });
  if (isOfRow && isThere) return 'moving_hit';
  if (isTold) return 'moving_told';
  // The whole outline is told in place of changes when most of the screen is another.
  if (result.text !== '') return 'moving_to_other_screen';
  if (result.changed.join() === 'nothing changed') return 'moving_without_effect';
  process.stderr.write(`not told: ${JSON.stringify({ named, touched, changed: result.changed })}\n`);
  return 'moving_untold';
}

/** Lists move and come to rest, and the next reading doesn't know it: as where they move between reading and touch. */
async function moveUnseen(lab: ScreenLab, random: () => number): Promise<void> {
  await lab.read();
  await lab.phone.setFaults({ screenReader: 'stale' });
  const [from, to] = random() < 0.5 ? [1700, 1200] : [900, 1500];
  await runOn(lab.phone, `input swipe 540 ${from} 540 ${to} 200; sleep 0.7`);
}

function randomAction(random: () => number, nodes: readonly ScreenNode[]): ScreenAction {
  const ref = nodes.length === 0 ? 'n1' : oneOf(random, nodes).ref;
  const kind = random();
  if (kind < 0.55) return { action: 'tap', ref };
  if (kind < 0.7) {
    const direction = oneOf(random, ['up', 'down', 'left', 'right'] as const);
    return { action: 'swipe', ref, direction, duration_ms: 100 };
  }
  if (kind < 0.78) return { action: 'type', ref, text: randomText(random, 8), replace: random() < 0.5 };
  if (kind < 0.83) return { action: 'long_press', ref };
  if (kind < 0.93)
    return { action: 'press', key: oneOf(random, ['back', 'home', 'recents', 'enter'] as const) };
  return { action: 'open_app', app: oneOf(random, apps) };
}

function oneOf<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
