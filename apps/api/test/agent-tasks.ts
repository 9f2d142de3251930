// Twenty tasks on a virtual phone's own apps, as data: what a scripted agent does, and what proves it. The proof is false
// before the first step and true after the last, so a task of which nothing is done proves nothing.

/** A part of a control's text. */
type Named = { readonly control: RegExp };
/** Alone, or in a batch. */
export type SimpleStep =
  | ({ readonly does: 'tap' } & Named)
  | ({ readonly does: 'type'; readonly text: string } & Named);
export type TaskStep =
  | SimpleStep
  | ({ readonly does: 'swipe'; readonly direction: 'up' | 'down' } & Named)
  | { readonly does: 'press'; readonly key: 'back' | 'home' }
  | { readonly does: 'wait'; readonly text: string }
  /** All controls are known from one reading. */
  | { readonly does: 'batch'; readonly steps: readonly SimpleStep[] }
  | { readonly does: 'write'; readonly path: string; readonly text: string }
  /** A person answers, and their answer is typed. */
  | ({ readonly does: 'ask'; readonly question: string; readonly answer: string } & Named);

export type Proof =
  /** A line of the outline: role, texts, and the value as `= "…"`. */
  | { readonly shows: RegExp }
  /** A switch, on a page of the settings, is on where it was off, or the other way round. */
  | { readonly flips: RegExp; readonly on: RegExp }
  /** The content of a file in the tenant's Download folder. */
  | { readonly file: string; readonly holds: string };

export type AgentTask = {
  readonly name: string;
  readonly app: string;
  readonly steps: readonly TaskStep[];
  readonly proof: Proof;
};

const tap = (control: RegExp): SimpleStep => ({ does: 'tap', control });
const type = (control: RegExp, text: string): SimpleStep => ({ does: 'type', control, text });
const back: TaskStep = { does: 'press', key: 'back' };
const settings = 'com.android.settings';
const notes = 'com.android.notes';
const signIn = 'com.android.signin';
const note = /\bfield\b/;
const submit = /button.*Sign in|Sign in.*button/;
const long = 'Eggs, milk and bread. '.repeat(20).trim();

export const agentTasks: readonly AgentTask[] = [
  task('read the Android version', settings, [tap(/About phone/)], { shows: /Android version/ }),
  task('read the serial number', settings, [tap(/About phone/)], { shows: /Serial number/ }),
  task('read the battery’s level', settings, [tap(/Battery/)], { shows: /Level/ }),
  task('read the media volume', settings, [tap(/Sound & vibration/)], { shows: /Media volume/ }),
  task('look at the battery, then at the display', settings, [tap(/Battery/), back, tap(/Display/)], {
    shows: /Display size/,
  }),
  flip('Bluetooth', /Network & internet/),
  flip('Wi-Fi', /Network & internet/),
  flip('Airplane mode', /Network & internet/),
  flip('Dark theme', /Display/),
  flip('Auto-rotate', /Display/),
  flip('Touch sounds', /Sound & vibration/),
  flip('Battery Saver', /Battery/),
  task(
    'look further down in a feed',
    'com.android.feed',
    [{ does: 'swipe', control: /^list|\blist\b/, direction: 'up' }],
    { shows: /Photo by ana_cooks/ },
  ),
  task('write a note', notes, [type(note, 'Doors open at seven.')], {
    shows: /field.* = "Doors open at seven\."$/,
  }),
  task('write a long note', notes, [type(note, long)], { shows: new RegExp(`= "${long}"`) }),
  task('show a password', signIn, [tap(/Show password/)], { shows: /Hide password/ }),
  task(
    'sign in with one call, and wait until it is done',
    signIn,
    [
      {
        does: 'batch',
        steps: [type(/User name/, 'marta'), type(/(hint|field).*Password/, 'Copper-Kite-7'), tap(submit)],
      },
      { does: 'wait', text: 'Signed in as marta' },
    ],
    { shows: /Signed in as marta/ },
  ),
  task('sign in without a password', signIn, [type(/User name/, 'marta'), tap(submit)], {
    shows: /Enter your user name/,
  }),
  task(
    'write a file',
    'com.android.documentsui',
    [{ does: 'write', path: '/sdcard/Download/list.txt', text: 'eggs and milk' }],
    { file: 'list.txt', holds: 'eggs and milk' },
  ),
  task(
    'ask a person what to write, and write it',
    notes,
    [{ does: 'ask', control: note, question: 'What shall I write?', answer: 'Bring two ladders.' }],
    { shows: /field.* = "Bring two ladders\."$/ },
  ),
];

function flip(name: string, page: RegExp): AgentTask {
  const steps = [tap(page), tap(new RegExp(name))];
  return task(`switch ${name}`, settings, steps, { flips: new RegExp(name), on: page });
}

function task(name: string, app: string, steps: readonly TaskStep[], proof: Proof): AgentTask {
  return { name, app, steps, proof };
}
