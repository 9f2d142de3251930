// Pure: what people and programs call a control of the phone's screen.
import type { ScreenNode } from '@pocketfleet/contract';
import * as texts from '#language/screen';

/** Of a line of the outline: the label in quotes, or what it holds. */
export function nameOf({ label, value, hint }: ScreenNode): string {
  if (label !== '') return `“${label}”`;
  if (value !== null && value !== '') return value;
  return hint ?? '';
}

/** The words that a screen reader says before the control's role. */
export function spokenName(node: ScreenNode): string {
  const { label, value, hint, role, id = '' } = node;
  const own = label !== '' ? label : role === 'field' ? (hint ?? '') : (value ?? hint ?? '');
  // A field loses its hint with the first letter, and must not lose its name.
  return own || id.replaceAll('_', ' ') || texts.roles[role];
}

/** States, and where a list goes on. */
export function stateWords({ states, more }: ScreenNode): string[] {
  return [
    ...states.map((state) => texts.states[state]),
    ...(more?.before ? [more.axis === 'horizontal' ? texts.moreLeft : texts.moreBefore] : []),
    ...(more?.after ? [more.axis === 'horizontal' ? texts.moreRight : texts.moreAfter] : []),
  ];
}

/** Reasons come from the phone's host as a part of a sentence. */
export function asSentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** For test programs that look for it by id or text. */
export function selectorOf({ id, label, value, role }: ScreenNode): string {
  const text = label !== '' ? label : (value ?? '');
  const parts = [...(id ? [`id: ${id}`] : []), ...(text === '' ? [] : [`text: ${text}`])];
  return parts.length === 0 ? `role: ${role}` : parts.join(', ');
}

/** All controls as lines, to copy. */
export function outlineText(nodes: readonly ScreenNode[]): string {
  return nodes
    .map((node) =>
      [`${'  '.repeat(node.depth)}${node.ref} ${node.role}`, nameOf(node), `{${selectorOf(node)}}`].join(' '),
    )
    .join('\n');
}

/** The topmost control under a point of the display; the smallest of those. */
export function nodeAt(nodes: readonly ScreenNode[], x: number, y: number): ScreenNode | undefined {
  const hit = nodes.filter(
    ({ rect, states }) =>
      !states.includes('covered') &&
      x >= rect.x &&
      y >= rect.y &&
      x < rect.x + rect.width &&
      y < rect.y + rect.height,
  );
  return hit.toSorted((one, other) => areaOf(one) - areaOf(other))[0];
}

function areaOf({ rect }: ScreenNode): number {
  return rect.width * rect.height;
}
