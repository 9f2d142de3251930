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
export const answer = 'answer';
export const moreChanges = (count: number) => `${count} more`;
export const nothingChanged = 'Nothing changed';
export const otherScreen = 'Another screen';
export const chooseALine = 'Choose a line, or point at the picture.';
export const asControls = 'As buttons and fields';
export const busy = 'Screen reader busy';
export const outlineIsFrom = (time: string) => `Picture and touch keep working. The outline is from ${time}.`;
export const cantBeRead = 'The screen can’t be read now';
export const asksAgain = 'We’ll try again automatically.';
export const moreBefore = 'more above';
export const moreAfter = 'more below';
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
  'Tab moves between controls, arrow keys move through everything. Enter and Space press. In a field, Enter sends the text. Escape ends.';
export const appInFront = (app: string) => `${app} is in front.`;
export const isNew = (names: string) => `New: ${names}.`;
export const isChanged = (names: string) => `Changed: ${names}.`;
export const andMore = (count: number) => `and ${count} more`;
export const scrollOn = (list: string) => `Show more of ${list}`;
export const scrollBack = (list: string) => `Show the previous part of ${list}`;
export const theScreen = 'the screen';
export const done = 'Done.';
export const typed = 'Typed and read back.';
export const typedOther = 'The field has another text now.';
export const typedUnsure = 'Typed. It could not be read back.';
export const refused: Readonly<Record<string, string>> = {
  gone: 'That is gone.',
  covered: 'Something covers that.',
  disabled: 'That is disabled.',
  hidden: 'Less than half of that is visible.',
  changed: 'That says something else now.',
  moved: 'That had moved: something else may have been pressed.',
  not_a_field: 'That takes no text.',
  seat_taken: 'Somebody else has the phone. Take it first.',
  seat_lost: 'Somebody else has the phone. Take it first.',
  busy: 'The screen can’t be read now.',
  off: 'The screen can’t be read now.',
};
export const failed = 'The phone couldn’t do this.';
