// Text messages on /ws/devices/{id}/screen, from us alone. Subprotocols offered: "pocketfleet" and a ticket of purpose
// `screen`. First comes a whole outline, then what changes. A listener that is slow gets the newest and misses what was
// between. `text` has at most 28 KB, as every outline; the nodes are for people and go further, and `shortened` is about them.
// Everything that a screen shows is untrusted.
import { z } from 'zod';
import { type ScreenNode, screenNode, screenReading, screenRef } from './screen.ts';

const state = {
  untrusted: z.literal(true),
  /** Grows with each change, and begins anew with the tenant. */
  version: z.int().nonnegative(),
  ...screenReading.omit({ untrusted: true, text: true, nodes: true }).shape,
};

export const screenNotice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('outline'), ...state, text: z.string(), nodes: z.array(screenNode) }),
  /** With a problem, the outline that the listener has is of earlier, and stays. */
  z.object({
    type: z.literal('changes'),
    ...state,
    /** `+` new, `-` gone, `~` changed. */
    changed: z.array(z.string()),
    /** New nodes, and those of which anything is another, their rectangle included. */
    nodes: z.array(screenNode),
    /** All refs in order. Null: the same nodes in the same order. */
    refs: z.array(screenRef).nullable(),
  }),
]);
export type ScreenNotice = z.infer<typeof screenNotice>;

/** The nodes of an outline after a notice. */
export function applyScreenNotice(before: readonly ScreenNode[], notice: ScreenNotice): ScreenNode[] {
  if (notice.type === 'outline') return notice.nodes;
  const known = new Map(before.map((node) => [node.ref, node]));
  for (const node of notice.nodes) known.set(node.ref, node);
  const refs = notice.refs ?? before.map(({ ref }) => ref);
  return refs.flatMap((ref) => known.get(ref) ?? []);
}
