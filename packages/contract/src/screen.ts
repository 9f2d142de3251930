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
  problem: screenProblem.nullable(),
  /** The reason of a problem; empty without one. */
  detail: z.string(),
  busy: z.boolean(),
  app: z.string(),
  display: z.object({ width: z.int(), height: z.int() }).nullable(),
  /** Null: one reading alone can't tell. */
  settled: z.boolean().nullable(),
  /** The phone's reader has left something out. */
  truncated: z.boolean(),
  shortened: shortenedStep,
  keyboard: z.object({ top: z.int() }).nullable(),
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

export const screenKey = z.enum([
  'back',
  'home',
  'recents',
  'enter',
  'delete',
  'tab',
  'escape',
  'up',
  'down',
  'left',
  'right',
  'menu',
  'power',
  'volume_up',
  'volume_down',
]);
export type ScreenKey = z.infer<typeof screenKey>;

const pixel = z.int().min(0).max(16_383);
const target = { ref: screenRef.optional(), x: pixel.optional(), y: pixel.optional() };
const appName = z
  .string()
  .regex(/^[A-Za-z]\w*(?:\.\w+)+$/)
  .max(255);

/** One thing to do on a phone. A target is a ref, or a point in pixels of the display. */
export const screenAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('tap'), ...target }),
  z.object({ action: z.literal('long_press'), ...target }),
  z.object({
    action: z.literal('swipe'),
    ...target,
    /** From the target's middle; or `to_x` and `to_y`. */
    direction: z.enum(['up', 'down', 'left', 'right']).optional(),
    to_x: pixel.optional(),
    to_y: pixel.optional(),
    duration_ms: z.int().min(50).max(5_000).default(300),
  }),
  z.object({
    action: z.literal('type'),
    ...target,
    text: z.string().max(10_000),
    /** Instead of what the field has now. */
    replace: z.boolean().default(false),
  }),
  z.object({ action: z.literal('press'), key: screenKey }),
  z.object({ action: z.literal('open_app'), app: appName }),
  z.object({ action: z.literal('close_app'), app: appName }),
]);
export type ScreenAction = z.infer<typeof screenAction>;

export const actionRefusal = z.enum([
  'gone',
  'covered',
  'disabled',
  /** Less than half of it is visible. */
  'hidden',
  /** It says something else than when the caller read it. */
  'changed',
  /** It was done, but the target had moved: something else may have got it. */
  'moved',
  'not_a_field',
  'no_target',
  'app_missing',
  /** Another program or person has the phone. */
  'seat_taken',
  /** The caller had the phone, and somebody else has it since. */
  'seat_lost',
  'busy',
  'off',
  'refused',
  'unavailable',
  'failed',
]);
export type ActionRefusal = z.infer<typeof actionRefusal>;

export const actionResult = z.object({
  untrusted: z.literal(true),
  done: z.boolean(),
  why: actionRefusal.nullable(),
  detail: z.string(),
  /** Of typing alone: what reading it back said. */
  confirmed: z.enum(['confirmed', 'different', 'unconfirmed']).nullable(),
  /** Null where the screen could not be read before and after. */
  settled: z.boolean().nullable(),
  /** `+` new, `-` gone, `~` changed. Empty when `text` has the whole outline, because most of the screen is another. */
  changed: z.array(z.string()),
  text: z.string(),
  /** Of a target that is gone: what is nearest. Of typing that is different: the field. */
  nodes: z.array(screenNode),
});
export type ActionResult = z.infer<typeof actionResult>;

/** Control plane to agent, on a channel of kind `screen`: JSON text messages. `caller` tells whose last reading a diff is against. */
export const screenRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
  }),
  z.object({
    type: z.literal('wait'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
    until: screenWait,
  }),
  z.object({
    type: z.literal('action'),
    id: z.string().max(64),
    caller: z.string().max(100),
    /** Of the phone's seat. The agent refuses an older one than it has seen. */
    generation: z.int().nonnegative(),
    /** A repeat within ten minutes does nothing and gets the same result. */
    action_id: z.string().max(100).nullable(),
    action: screenAction,
  }),
]);
export type ScreenRequest = z.infer<typeof screenRequest>;

/** Agent to control plane. */
export const screenReply = z.object({
  id: z.string().max(64),
  reading: screenReading.optional(),
  matched: z.boolean().optional(),
  result: actionResult.optional(),
});
export type ScreenReply = z.infer<typeof screenReply>;
