// Programs' actions on a phone, and the responses to them. See screen.ts for refs and untrusted texts.
import { z } from 'zod';
import { id, knownWord } from './fields.ts';
import { defineRoute } from './route.ts';
import { screenNode, screenRef } from './screen.ts';
import { secretName } from './secrets.ts';

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
  .regex(/^[A-Za-z]\w*(?:\.\w+)+$/, 'Name an app by its package, such as com.android.settings')
  .max(255);

const untypedActions = [
  z.object({ action: z.literal('tap'), ...target }),
  z.object({ action: z.literal('long_press'), ...target }),
  z.object({
    action: z.literal('swipe'),
    ...target,
    /** From the target's middle, or from the screen's where there is no target; or `to_x` and `to_y`. */
    direction: z.enum(['up', 'down', 'left', 'right']).optional(),
    to_x: pixel.optional(),
    to_y: pixel.optional(),
    duration_ms: z.int().min(50).max(5_000).default(300),
  }),
  z.object({ action: z.literal('press'), key: screenKey }),
  z.object({ action: z.literal('open_app'), app: appName }),
  z.object({ action: z.literal('close_app'), app: appName }),
] as const;

const typing = {
  action: z.literal('type'),
  ...target,
  /** Instead of what the field has now. */
  replace: z.boolean().default(false),
};
const typedText = z.string().max(10_000);

/** One thing to do on a phone. A target is a ref, or a point in pixels of the display. */
export const screenAction = z.discriminatedUnion('action', [
  ...untypedActions,
  z.object({ ...typing, text: typedText }),
]);
export type ScreenAction = z.infer<typeof screenAction>;

/** The same as customers ask for it: what is typed may be one of the workspace's secrets, by its name. */
const askedAction = z.discriminatedUnion('action', [
  ...untypedActions,
  z
    .object({ ...typing, text: typedText.optional(), secret: secretName.optional() })
    .refine(({ text, secret }) => (text === undefined) !== (secret === undefined), {
      message: 'Give a text or the name of a secret.',
    }),
]);
export type AskedAction = z.infer<typeof askedAction>;

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
  /** The secret is for password fields alone. */
  'not_a_password_field',
  /** The secret is for other apps. */
  'wrong_app',
  'no_target',
  /** The `action_id` is that of another action of the last ten minutes. Nothing was done. */
  'id_used',
  /** An action under this `action_id` was begun before the phone's host was started again, or long ago. Nothing was done now. */
  'unknown',
  'app_missing',
  /** Another program or person has the phone. */
  'seat_taken',
  /** The caller had the phone, and somebody else has it since. */
  'seat_lost',
  /** The caller, a program, has the phone again after somebody else: `changed` says what is another. Nothing was done. */
  'seat_returned',
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
  why: knownWord(actionRefusal.options, 'failed').nullable(),
  detail: z.string(),
  /** Of typing alone: what reading it back said. */
  confirmed: knownWord(['confirmed', 'different', 'unconfirmed'], 'unconfirmed').nullable(),
  /** Null where the screen could not be read before and after. */
  settled: z.boolean().nullable(),
  /** Of a refusal: the lock screen is in front, or the display is off. Left out where that is not the reason. */
  locked: z.boolean().optional(),
  display_off: z.boolean().optional(),
  /** `+` new, `-` gone, `~` changed. Empty when `text` has the whole outline, because most of the screen is another. */
  changed: z.array(z.string()),
  text: z.string(),
  /** Of a target that is gone: what is nearest. Of typing that is different: the field. */
  nodes: z.array(screenNode),
});
export type ActionResult = z.infer<typeof actionResult>;

const params = z.object({ id });

export const actOnDevice = defineRoute({
  method: 'POST',
  path: '/devices/{id}/actions',
  caller: 'customer',
  needs: ['control', 'screen'],
  summary:
    'Do one thing on this phone: tap, swipe, type, press a key, open or close an app. The response says what changed.',
  params,
  body: askedAction.and(
    z.object({
      /**
       * A repeat of the same action with the same id within ten minutes does nothing and gets the same response. Another action
       * needs another id. Where nothing was done, the repeat is tried anew. Where nobody knows any more what was done, `why` is
       * `unknown`, and the repeat does nothing.
       */
      action_id: z.string().min(1).max(100).optional(),
    }),
  ),
  response: actionResult,
});
