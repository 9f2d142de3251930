// Random actions by name on a phone. Each is done or refused with a reason that a working phone can have, and no name ever
// stands for two things. On a screen that stood still, each touch hits the control that was named; where the screen was moved
// in between, a touch that missed is told as moved. `npm test` runs a small form, the full one is
// `npm run proof -- screen-actions`.
import { writeFileSync } from 'node:fs';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { ActionResult, ScreenAction, ScreenNode } from '@pocketfleet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../test/random.ts';
import { openScreenLab, randomText, type ScreenLab } from '../../test/screen-lab.ts';
import { hits, hitsByName, type Touched, treeOf, watchTouches } from '../../test/touched-control.ts';

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
/** Another app is opened this often, so that no corner of one holds all of the actions. */
const openEvery = 25;
/** One in this many touches has the screen moved between the reading and the touch. */
const moveEvery = 8;
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
    const touches = { still: 0, moving_hit: 0, moving_told: 0, moving_gone: 0 };
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
  },
  60_000 + size * 10_000,
);

type Run = {
  seed: number;
  size: number;
  outcomes: Map<string, number>;
  touches: Record<'still' | 'moving_hit' | 'moving_told' | 'moving_gone', number>;
};

async function actOn(lab: ScreenLab, run: Run): Promise<void> {
  const random = randomFrom(run.seed);
  const { screen } = lab.phone.world.android();
  const roles = new Map<string, string>();
  let touched: Touched[] = [];
  watchTouches(screen, (one) => touched.push(one));
  let treeRead: string | undefined;
  const read = async (): Promise<ScreenNode[]> => {
    const before = treeOf(screen);
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
    expect([action, result.detail, result.done || reasons.has(outcome) || isLate(result)]).toEqual([
      action,
      result.detail,
      true,
    ]);
    const named = 'ref' in action ? nodes.find(({ ref }) => ref === action.ref) : undefined;
    if (named === undefined || at === undefined || action.action === 'swipe') continue;
    run.touches[await judge(lab, { named, at, outcome, isStill: !isMoved && at.tree === treeRead })]++;
  }
}

type Touch = { named: ScreenNode; at: Touched; outcome: string; isStill: boolean };

async function judge(lab: ScreenLab, { named, at, outcome, isStill }: Touch): Promise<keyof Run['touches']> {
  if (isStill) {
    const touched = at.nodes.map(({ node, bounds }) => [
      node.resourceId,
      node.text,
      node.description,
      bounds,
    ]);
    expect([named, touched, hits(at, named)]).toEqual([named, touched, true]);
    return 'still';
  }
  if (hitsByName(at, named)) return 'moving_hit';
  if (outcome === 'moved') return 'moving_told';
  // A control may have left because of the touch, or before it. The proof can't tell which.
  const now = (await lab.read()).find(({ ref }) => ref === named.ref);
  // It stood at its place with another text: that has changed since the caller read it, or by the touch.
  if (now !== undefined && (hitsByName(at, now) || hits(at, { ...now, label: '' }))) return 'moving_hit';
  const touched = at.nodes.map(({ node, bounds }) => [node.resourceId, node.text, node.description, bounds]);
  expect([outcome, named, touched, now]).toEqual([outcome, named, touched, undefined]);
  return 'moving_gone';
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
