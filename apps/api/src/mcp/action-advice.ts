// What a model does about an action that was not done. The reason that a phone gives is added to it, as quoted text.
import type { ActionRefusal, ActionResult } from '@pocketfleet/contract';

/** No tool takes or gives a phone. */
export const askForSeat = 'If you need it before that, ask a person with ask_human to free it.';

/** Empty where the reason says all that is known. */
export const adviceFor: Readonly<Record<ActionRefusal, string>> = {
  gone: 'This control is not on the screen now. Read the screen, and use a ref from there.',
  covered: 'Something lies over it. Close that first, or scroll.',
  disabled: 'It can’t be used now. Something else on the screen may have to be done first.',
  hidden: 'Less than half of it is visible. Swipe until it is.',
  changed: 'It says something else than when you read it. Read the screen again.',
  moved: 'The finger came down where it had been. Read the screen again.',
  not_a_field: 'Text goes into fields alone. Use the ref of a field.',
  not_a_password_field: 'Use the ref of a password field.',
  wrong_app: 'Open an app that this secret is for.',
  no_target:
    'Say where: a ref, or both x and y, on the display. A swipe also needs a direction, or both to_x and to_y.',
  id_used: '',
  unknown: 'Read the screen to see whether it was done, and use a new action_id.',
  app_missing: 'The tool app lists what is installed.',
  seat_taken: askForSeat,
  seat_lost: askForSeat,
  seat_returned: 'Look at what has changed, and send the action again if it is still right.',
  busy: 'Other automation holds the screen. Wait some seconds, and try again.',
  off: 'The display may be off or locked. The key power switches it on.',
  refused: '',
  unavailable: '',
  failed: '',
};

/** Whether a text has arrived, as far as a reading says. */
export const readBack: Readonly<Record<NonNullable<ActionResult['confirmed']>, string>> = {
  confirmed: 'The text was read back: confirmed.',
  different: 'The text was read back: different. The field has something else than you typed.',
  unconfirmed:
    'The text was read back: unconfirmed. No field with the focus shows it, or the field hides it. Read the screen before you go on.',
};
