// The outline of a phone's screen, and the screen as buttons and fields.
import type { ScreenRole, ScreenState } from '@pocketfleet/contract';

export const search = 'Search name, ref or id';
export const copyOutline = 'Copy outline';
export const outlineCopied = 'Outline copied';
export const outlineOf = (tag: string) => `Outline of the screen of ${tag}`;
export const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);
export const reading = 'Reading the screen';
export const nothingOnIt = 'Nothing on this screen has a name.';
export const noMatch = 'No line matches.';
export const settled = 'Settled';
export const changing = 'Changing';
export const shortened = (step: string) => `Shortened: ${step}`;
export const locked = 'Locked';
export const leftOut = 'The phone has left something out.';
export const hint =
  'While this is open, accessibility services on the phone are off. Hover shows a control. A click still taps it. Alt + click picks it only.';
export const rectangle = 'Rectangle';
export const state = 'State';
export const holds = 'Value';
export const selector = 'Selector';
export const usual = 'enabled, whole on screen';
export const tap = 'Tap';
export const lastAction = 'Last action';
export const tapped = (name: string) => `Tapped ${name}`;
export const byYou = 'You:';
export const copyAnswer = 'Copy answer';
export const answerCopied = 'Answer copied';
export const changed = 'changed';
export const fresh = 'new';
export const gone = 'gone';
export const settledAfter = (ms: number) => `Settled, answered after ${Math.round(ms)} ms`;
export const moreChanges = (count: number) => `${count} more`;
export const nothingChanged = 'Nothing changed';
export const otherScreen = 'Another screen';
export const chooseALine = 'Choose a line, or point at the picture.';
export const asControls = 'As buttons and fields';
export const busy = 'Screen reader busy';
export const outlineIsFrom = (time: string) => `Picture and touch keep working. The outline is from ${time}.`;
export const isFrom = (time: string) => `From ${time}, connecting again`;
export const askAgain = 'Ask again';
export const cantBeRead = 'The screen can’t be read now';
export const asksAgain = 'We’ll try again automatically.';
export const moreBefore = 'more above';
export const moreAfter = 'more below';
export const moreLeft = 'more left';
export const moreRight = 'more right';
export const states: Readonly<Record<ScreenState, string>> = {
  checked: 'on',
  unchecked: 'off',
  unknown: 'state unknown',
  covered: 'covered',
  cut_off: 'cut off',
  disabled: 'disabled',
  focused: 'focused',
  password: 'password',
  selected: 'selected',
};
export const roles: Readonly<Record<ScreenRole, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  dropdown: 'dropdown',
  field: 'field',
  group: 'group',
  key: 'key',
  list: 'list',
  page: 'page',
  picture: 'picture',
  progress: 'progress',
  radio: 'radio button',
  slider: 'slider',
  switch: 'switch',
  tab: 'tab',
  text: 'text',
};
export const steps: Readonly<Record<string, string>> = {
  pictures: 'without pictures that have no name',
  texts: 'long texts are cut',
  rows: 'long lists are cut',
  controls_only: 'only what can be used',
  cut: 'the end is missing',
};

// The screen as buttons and fields.
export const mirrorOf = (tag: string) => `Screen of ${tag} as buttons and fields`;
export const mirrorHelp =
  'Tab moves between controls, arrow keys move through everything. Enter and Space press, Shift and Enter press long. In a field, Enter sends the text, and so does leaving the field; Enter once more is Enter on the phone. Shift and Enter begin a new line. Escape throws away what was not sent, and then ends. While this is on, accessibility services on the phone are off.';
export const appInFront = (app: string) => `${app} is in front.`;
export const homeScreen = 'The home screen';
export const systemParts: Readonly<Record<string, string>> = {
  'com.android.systemui': 'Android’s own screen',
};
export const isNew = (names: string) => `New: ${names}.`;
export const isChanged = (names: string) => `Changed: ${names}.`;
export const andMore = (count: number) => `and ${count} more`;
export const scrollOn = (list: string) => `Show more of ${list}`;
export const scrollBack = (list: string) => `Show the previous part of ${list}`;
export const holdsMore = (start: string) => `Holds more than “${start}”. Text is added to it.`;
export const holdsHidden = 'Holds a hidden text. What you type replaces it.';
export const theScreen = 'the screen';
export const done = 'Done.';
export const typed = 'Typed and read back.';
export const typedOther = 'The field has another text now.';
export const typedUnsure = 'Typed. It couldn’t be read back.';
export const refused: Readonly<Record<string, string>> = {
  gone: 'That is gone.',
  covered: 'Something covers that.',
  disabled: 'That is disabled.',
  hidden: 'Less than half of that is visible.',
  changed: 'That says something else now.',
  moved: 'That had moved: something else may have been pressed.',
  not_a_field: 'That takes no text.',
  not_a_password_field: 'That secret goes into password fields alone.',
  wrong_app: 'That secret is for another app.',
  no_target: 'Nothing was named.',
  app_missing: 'That app is not on the phone.',
  seat_taken: 'Somebody else has the phone. Take it first.',
  seat_lost: 'Somebody else has the phone. Take it first.',
  unknown: 'Nobody knows whether that was done. Look at the screen before you repeat it.',
  busy: 'The screen can’t be read now.',
  off: 'The screen can’t be read now.',
  refused: 'The phone doesn’t allow that.',
  unavailable: 'This phone’s computer can’t do that.',
};
export const failed = 'The phone couldn’t do this.';
