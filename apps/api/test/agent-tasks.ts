// Twenty tasks on a virtual phone's own apps, as data: what a scripted agent does, and what the screen must show at the end.

/** A part of a control's text. */
type Named = { readonly control: RegExp };
export type TaskStep =
  | ({ readonly does: 'tap' } & Named)
  | ({ readonly does: 'type'; readonly text: string } & Named)
  | { readonly does: 'press'; readonly key: 'back' | 'home' };

export type AgentTask = {
  readonly name: string;
  readonly app: string;
  readonly steps: readonly TaskStep[];
  /** In a line of the outline: role, texts and states. */
  readonly ends: RegExp;
};

const tap = (control: RegExp): TaskStep => ({ does: 'tap', control });
const type = (control: RegExp, text: string): TaskStep => ({ does: 'type', control, text });
const back: TaskStep = { does: 'press', key: 'back' };
const [settings, notes, signIn] = ['com.android.settings', 'com.android.notes', 'com.android.signin'];

export const agentTasks: readonly AgentTask[] = [
  task('read the Android version', settings, [tap(/About phone/)], /Android version/),
  task('read the serial number', settings, [tap(/About phone/)], /Serial number/),
  task('read the battery’s level', settings, [tap(/Battery/)], /Level/),
  task('read the media volume', settings, [tap(/Sound & vibration/)], /Media volume/),
  task('read the display’s size', settings, [tap(/Display/)], /Display size/),
  task('turn on Bluetooth', settings, [tap(/Network & internet/), tap(/Bluetooth/)], /Bluetooth/),
  task('turn Wi-Fi off and on', settings, [tap(/Network & internet/), tap(/Wi-Fi/), tap(/Wi-Fi/)], /Wi-Fi/),
  task('turn on airplane mode', settings, [tap(/Network & internet/), tap(/Airplane mode/)], /Airplane mode/),
  task('turn off mobile data', settings, [tap(/Network & internet/), tap(/Mobile data/)], /Mobile data/),
  task('turn on the dark theme', settings, [tap(/Display/), tap(/Dark theme/)], /Dark theme/),
  task('turn on auto-rotate', settings, [tap(/Display/), tap(/Auto-rotate/)], /Auto-rotate/),
  task('turn off touch sounds', settings, [tap(/Sound & vibration/), tap(/Touch sounds/)], /Touch sounds/),
  task('turn on the battery saver', settings, [tap(/Battery/), tap(/Battery Saver/)], /Battery Saver/),
  task(
    'look at two pages and come back',
    settings,
    [tap(/Battery/), back, tap(/Display/), back],
    /About phone/,
  ),
  task(
    'open Notes from the list of apps',
    settings,
    [tap(/Apps/), tap(/Notes/)],
    /Write something|note|Notes/,
  ),
  task(
    'write a note',
    notes,
    [type(/Write something|field/, 'Doors open at seven.')],
    /Doors open at seven\./,
  ),
  task(
    'write a long note',
    notes,
    [type(/Write something|field/, 'Eggs, milk and bread. '.repeat(20))],
    /Eggs, milk/,
  ),
  task('show a password', signIn, [tap(/Show password/)], /Hide password/),
  task(
    'sign in',
    signIn,
    [type(/User name/, 'marta'), type(/Password/, 'Copper-Kite-7'), tap(/button.*Sign in|Sign in.*button/)],
    /Signed in as marta/,
  ),
  task(
    'sign in without a password',
    signIn,
    [type(/User name/, 'marta'), tap(/button.*Sign in/)],
    /Enter your user name/,
  ),
];

function task(name: string, app: string, steps: readonly TaskStep[], ends: RegExp): AgentTask {
  return { name, app, steps, ends };
}
