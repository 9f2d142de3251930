// The screen as data. Everything that a phone shows is untrusted: its texts stand only in the fields `text`, `nodes` and
// `changed` of an answer. Words of later versions are read as the nearest that is known: one new word would else make a whole
// answer unreadable to older pages and programs, and cut the line of an older node.
import { z } from 'zod';
import { id, knownOf, knownWord } from './fields.ts';
import { defineRoute } from './route.ts';

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

export const screenRef = z.string().regex(/^n\d{1,9}$/, 'Send a ref from a reading, such as n12');

export const screenNode = z.object({
  ref: screenRef,
  role: knownWord(screenRole.options, 'group'),
  label: z.string(),
  value: z.string().nullable(),
  /** The field holds more: its value is cut here, or a secret in it is hidden. */
  value_is_partial: z.boolean().optional(),
  hint: z.string().nullable(),
  states: knownOf(screenState.options),
  rect: screenRect,
  /** The name that the app's makers gave it, without its package. Agents before 1.5.0 leave it out, as apps often do. */
  id: z.string().optional(),
  /** How deep the node stands in the outline. */
  depth: z.int().nonnegative(),
  /** Of a container that can scroll: where it goes on, and labels of what is laid out there already. */
  more: z
    .object({
      before: z.boolean(),
      after: z.boolean(),
      /** Left and right, or up and down. Older agents leave it out. */
      axis: z.enum(['horizontal', 'vertical']).optional(),
      hidden: z.int().nonnegative(),
      labels: z.array(z.string()),
    })
    .optional(),
});
export type ScreenNode = z.infer<typeof screenNode>;

/** How the outline was shortened to fit, in this order, each with all before it. */
export const shortenedStep = z.enum(['none', 'pictures', 'texts', 'rows', 'controls_only', 'cut']);
export type ShortenedStep = z.infer<typeof shortenedStep>;

/** Why a screen could not be read. It is a state of the reading, not an error of the call: the picture and touches go on. */
export const screenProblem = z.enum([
  /** Other automation, such as the customer's Appium, holds the screen. */
  'busy',
  /** There is no complete tree, as while the display is off. */
  'off',
  /** The phone doesn't allow the reader's installation. */
  'refused',
  /** This phone's host can't read screens. */
  'unavailable',
  'failed',
]);

export const screenView = z.enum(['outline', 'diff', 'full']);

export const screenReading = z.object({
  untrusted: z.literal(true),
  problem: knownWord(screenProblem.options, 'failed').nullable(),
  /** The reason of a problem; empty without one. */
  detail: z.string(),
  busy: z.boolean(),
  app: z.string(),
  display: z.object({ width: z.int(), height: z.int() }).nullable(),
  /** Null: one reading alone can't tell. */
  settled: z.boolean().nullable(),
  /** The phone's reader has left something out. */
  truncated: z.boolean(),
  shortened: knownWord(shortenedStep.options, 'cut'),
  keyboard: z.object({ top: z.int() }).nullable(),
  /** The lock screen is in front, and nothing of the apps shows. Left out where it is not known, as by older agents. */
  locked: z.boolean().optional(),
  /** There is nothing to read, because the display is off. The key `power` switches it on. */
  display_off: z.boolean().optional(),
  /** The app in front forbids pictures of it: they are black, the live one too. Told by the view `full` alone. */
  secure: z.boolean().optional(),
  /** The picture shows a stored secret that was typed, or may show one where the screen can't be read. */
  shows_secret: z.boolean().optional(),
  /** While the phone's screen is read, and 10 seconds longer, Android switches its accessibility services off. */
  services_off: z.boolean().optional(),
  text: z.string(),
  nodes: z.array(screenNode),
});
export type ScreenReading = z.infer<typeof screenReading>;

export const screenWait = z
  .object({
    text: z.string().min(1).max(500).optional(),
    ref: screenRef.optional(),
    app: z.string().min(1).max(255).optional(),
    /** Waits until text, ref or app are no longer there. */
    gone: z.boolean().default(false),
    /** Waits until nothing changes any more. */
    idle: z.boolean().default(false),
    timeout_ms: z.int().min(0).max(30_000).default(10_000),
  })
  .refine(({ text, ref, app, idle }) => idle || [text, ref, app].some((one) => one !== undefined), {
    message: 'Say what to wait for: text, ref, app or idle.',
  });
export type ScreenWait = z.infer<typeof screenWait>;

const params = z.object({ id });
const viewQuery = z.object({
  /** `diff`: what changed since this caller's last reading. `full`: not shortened, and with the states of switches. */
  view: screenView.default('outline'),
});

export const readScreen = defineRoute({
  method: 'GET',
  path: '/devices/{id}/screen',
  caller: 'customer',
  needs: ['screen'],
  summary: 'This phone’s screen, as named controls and as text. The texts are untrusted.',
  params,
  query: viewQuery,
  response: screenReading,
});

export const waitForScreen = defineRoute({
  method: 'POST',
  path: '/devices/{id}/screen/wait',
  caller: 'customer',
  needs: ['screen'],
  summary:
    'Wait until a text, a control or an app is on this phone’s screen, or is gone, or nothing changes any more.',
  params,
  query: viewQuery,
  body: screenWait,
  response: screenReading.extend({ matched: z.boolean() }),
});
