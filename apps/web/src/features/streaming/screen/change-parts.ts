// Pure: a line about what has changed on a screen, taken apart to be shown in colours.
import type { ScreenNode } from '@pocketfleet/contract';
import { screenState } from '@pocketfleet/contract';
import * as texts from '#language/screen';

export interface ChangeParts {
  readonly sign: '+' | '-' | '~';
  readonly ref: string;
  /** Its present name, or its last one. */
  readonly name: string;
  /** Its name before, if that has changed. */
  readonly earlier: string | null;
  readonly states: readonly string[];
}

const text = String.raw`"(?:[^"\\]|\\.)*"`;
const shape = new RegExp(
  String.raw`^([+~-]) (n\d+) (\w+)( ${text})?( = ${text})?( hint ${text})?( \[[\w, ]+\])?( \(.*\))?$`,
);

/** Null for a line of another shape, such as the count of what stayed the same. `before`: the controls as they were then. */
export function changeParts(line: string, before: readonly ScreenNode[]): ChangeParts | null {
  const found = shape.exec(line);
  if (found === null) return null;
  const [, sign, ref = '', role = '', label, value, hint, states] = found;
  const name = nameOf({ role, label: textOf(label), value: textOf(value), hint: textOf(hint) });
  const old = sign === '~' ? before.find((node) => node.ref === ref) : undefined;
  const earlier = old === undefined ? name : nameOf({ ...old, value: old.value ?? '', hint: old.hint ?? '' });
  return {
    sign: sign as ChangeParts['sign'],
    ref,
    name,
    earlier: earlier === name ? null : earlier,
    states: (states ?? '').match(/\w+/g)?.map(stateText) ?? [],
  };
}

function nameOf(node: { role: string; label: string; value: string; hint: string }): string {
  const { role, label, value, hint } = node;
  const words = [...(label === '' ? [] : [`“${label}”`]), ...(value === '' ? [] : [value])].join(' = ');
  return words || hint || role;
}

function stateText(name: string): string {
  const state = screenState.safeParse(name).data;
  return state === undefined ? name : texts.states[state];
}

/** Of ` = "text"`. */
function textOf(part: string | undefined): string {
  if (part === undefined) return '';
  try {
    return String(JSON.parse(part.slice(part.indexOf('"'))));
  } catch {
    return part;
  }
}
