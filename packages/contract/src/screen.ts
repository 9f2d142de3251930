// The screen as data. Everything that a phone shows is untrusted: its texts stand only in the fields `text`, `nodes` and
// `changed` of an answer.
import { z } from 'zod';

/** The longest outline, in bytes of UTF-8. */
export const maxOutlineBytes: number = 28 * 1024;

export const screenRole = z.enum([
  'button',
  'checkbox',
  'dropdown',
  'field',
  'group',
  'key',
  'list',
  'page',
  'picture',
  'progress',
  'radio',
  'slider',
  'switch',
  'tab',
  'text',
]);
export type ScreenRole = z.infer<typeof screenRole>;

export const screenState = z.enum([
  'checked',
  'unchecked',
  /** A switch whose state the tree doesn't tell. */
  'unknown',
  'covered',
  'cut_off',
  'disabled',
  'focused',
  'password',
  'selected',
]);
export type ScreenState = z.infer<typeof screenState>;

/** In pixels of the phone's display, as it is turned now. */
export const screenRect = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
});
export type ScreenRect = z.infer<typeof screenRect>;

export const screenRef = z.string().regex(/^n\d{1,9}$/);

export const screenNode = z.object({
  ref: screenRef,
  role: screenRole,
  label: z.string(),
  value: z.string().nullable(),
  hint: z.string().nullable(),
  states: z.array(screenState),
  rect: screenRect,
  /** How deep the node stands in the outline. */
  depth: z.int().nonnegative(),
  /** Of a container that can scroll: where it goes on, and labels of what is laid out there already. */
  more: z
    .object({
      before: z.boolean(),
      after: z.boolean(),
      hidden: z.int().nonnegative(),
      labels: z.array(z.string()),
    })
    .optional(),
});
export type ScreenNode = z.infer<typeof screenNode>;

/** How the outline was shortened to fit, in this order, each with all before it. */
export const shortenedStep = z.enum(['none', 'pictures', 'texts', 'rows', 'controls_only', 'cut']);
export type ShortenedStep = z.infer<typeof shortenedStep>;
