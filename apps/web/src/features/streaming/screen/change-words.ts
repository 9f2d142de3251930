// Pure: what has changed on a screen, in a sentence that a screen reader can say.
import type { ScreenNode, ScreenState } from '@pocketfleet/contract';
import * as texts from '#language/screen';
import { spokenName } from './node-words.ts';

const maxNames = 3;
const maxValue = 80;

/** `name`: of the app, as it was said. */
type Seen = { app: string; name?: string; nodes: readonly ScreenNode[] };
/** By package. */
export type AppNames = ReadonlyMap<string, string>;

/** Empty when nothing is worth saying. `own`: a field whose change is told otherwise, to the person who typed. */
export function changeWords(before: Seen | null, now: Seen, names: AppNames, own: string | null): string {
  const name = appName(now.app, names);
  // Its name may be known only now.
  const isNamed = before?.name === undefined || before.name === name;
  if (before === null || before.app !== now.app || !isNamed) return texts.appInFront(name);
  const old = new Map(before.nodes.map((node) => [node.ref, node]));
  const fresh = now.nodes.filter(({ ref }) => !old.has(ref));
  const changed = now.nodes.filter((node) => node.ref !== own && hasChanged(old.get(node.ref), node));
  return [
    ...(fresh.length === 0 ? [] : [texts.isNew(spokenNames(fresh))]),
    ...(changed.length === 0 ? [] : [texts.isChanged(spokenNames(changed))]),
  ].join(' ');
}

/** What nobody knows of a switch while it is asked for is as it was: after each touch all of them are unknown for a moment. */
export function withLastStates(
  before: readonly ScreenNode[],
  now: readonly ScreenNode[],
): readonly ScreenNode[] {
  const old = new Map(before.map((node) => [node.ref, node]));
  return now.map((node) => {
    const known = node.states.includes('unknown') ? old.get(node.ref)?.states.find(isOnOrOff) : undefined;
    return known === undefined
      ? node
      : { ...node, states: node.states.map((state) => (state === 'unknown' ? known : state)) };
  });
}

/** The package where nobody knows a name. The system's own parts are in no list of apps. */
export function appName(app: string, names: AppNames): string {
  const own = /launcher|\.home$/i.test(app) ? texts.homeScreen : texts.systemParts[app];
  return names.get(app) ?? own ?? app;
}

function spokenNames(nodes: readonly ScreenNode[]): string {
  const said = nodes.slice(0, maxNames).map((node) => {
    const told = node.states.filter((state) => state !== 'focused' && state !== 'unknown');
    const states = told.map((state) => texts.states[state]);
    const hasOwnName = node.label !== '' || node.role === 'field';
    const value = node.value && hasOwnName ? [cut(node.value)] : [];
    return [spokenName(node), ...value, ...states].join(', ');
  });
  const more = nodes.length - said.length;
  return [said.join('; '), ...(more > 0 ? [texts.andMore(more)] : [])].join(' ');
}

function cut(value: string): string {
  return value.length <= maxValue ? value : `${value.slice(0, maxValue - 1)}…`;
}

function hasChanged(old: ScreenNode | undefined, node: ScreenNode): boolean {
  if (old === undefined) return false;
  const isKnown = ![old, node].some(({ states }) => states.includes('unknown'));
  return describe(old, isKnown) !== describe(node, isKnown);
}

/** Where it stands and whether it has the focus is no news, and neither is a state that becomes known. */
function describe({ label, value, states }: ScreenNode, isKnown: boolean): string {
  const told = states.filter((state) => state !== 'focused' && state !== 'unknown');
  return JSON.stringify([label, value, isKnown ? told : told.filter((state) => !isOnOrOff(state))]);
}

function isOnOrOff(state: ScreenState): boolean {
  return state === 'checked' || state === 'unchecked';
}
