// Pure: what has changed on a screen, in a sentence that a screen reader can say.
import type { ScreenNode } from '@pocketfleet/contract';
import * as texts from '#language/screen';
import { spokenName } from './node-words.ts';

const maxNames = 3;

/** `name`: of the app, as it was said. */
type Seen = { app: string; name?: string; nodes: readonly ScreenNode[] };
/** By package. */
export type AppNames = ReadonlyMap<string, string>;

/** Empty when nothing is worth saying. */
export function changeWords(before: Seen | null, now: Seen, names: AppNames): string {
  const name = appName(now.app, names);
  // Its name may be known only now.
  const isNamed = before?.name === undefined || before.name === name;
  if (before === null || before.app !== now.app || !isNamed) return texts.appInFront(name);
  const old = new Map(before.nodes.map((node) => [node.ref, describe(node)]));
  const fresh = now.nodes.filter(({ ref }) => !old.has(ref));
  const changed = now.nodes.filter((node) => old.has(node.ref) && old.get(node.ref) !== describe(node));
  return [
    ...(fresh.length === 0 ? [] : [texts.isNew(spokenNames(fresh))]),
    ...(changed.length === 0 ? [] : [texts.isChanged(spokenNames(changed))]),
  ].join(' ');
}

/** The package where nobody knows a name. The system's own parts are in no list of apps. */
export function appName(app: string, names: AppNames): string {
  const own = /launcher|\.home$/i.test(app) ? texts.homeScreen : texts.systemParts[app];
  return names.get(app) ?? own ?? app;
}

function spokenNames(nodes: readonly ScreenNode[]): string {
  const said = nodes.slice(0, maxNames).map((node) => {
    const states = node.states.filter((state) => state !== 'focused').map((state) => texts.states[state]);
    const value = node.value !== null && node.value !== '' && node.label !== '' ? [node.value] : [];
    return [spokenName(node), ...value, ...states].join(', ');
  });
  const more = nodes.length - said.length;
  return [said.join('; '), ...(more > 0 ? [texts.andMore(more)] : [])].join(' ');
}

/** Where it stands and whether it has the focus is no news. */
function describe({ label, value, states }: ScreenNode): string {
  return JSON.stringify([label, value, states.filter((state) => state !== 'focused')]);
}
