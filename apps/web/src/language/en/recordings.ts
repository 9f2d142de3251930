import type { RecordedEvent, Recording } from '@pocketfleet/contract';
import { formatBytes, formatCount } from '@pocketfleet/ui/format';

export const recordings = 'Recordings';
export const lead =
  'What happened on your phones: the picture, each action and who did it, and the text on the screen. What people type by hand is recorded; stored secrets are left out.';
export const loading = 'Loading the recordings';
export const loadingOne = 'Loading the recording';
export const notLoaded = 'The recordings couldn’t be loaded';
export const notFound = 'This recording doesn’t exist';
export const notFoundText = 'It was erased, it has expired, or it belongs to another team.';
export const nothingChanged = 'Nothing has changed. Check your connection and try again.';
export const notAllowed = 'Recordings are not for your role';
export const notAllowedText = 'Ask somebody who manages the team for the permission “record”.';
export const retry = 'Try again';
export const backToList = 'All recordings';
export const none = 'No recordings yet';
export const noneText =
  'Open a phone and choose Start recorder in its bar, or turn on recording for every use.';
export const openDevices = 'Open a phone';
export const more = 'Show earlier';
export const used = (used: number, max: number, days: number) =>
  `${formatBytes(used)} of ${formatBytes(max)} used · kept for ${formatCount(days, 'day')}`;
export const settings = 'What is recorded';
export const cancel = 'Cancel';
export const save = 'Save';
export const saved = 'Saved. It applies from now on.';
export const notDone = (reason: string | null) =>
  `This couldn’t be done. ${reason ?? 'Check your connection and try again.'}`;
export const recordsAll = 'Record every use of every phone';
export const recordsAllHint = 'From the moment somebody opens a phone until nobody is using it.';
export const phonesToRecord = 'Record every use of these phones';
export const keysToRecord = 'Record everything that these keys use';
export const keepDays = 'Days that recordings are kept';
export const keepDaysHint = '1 to 365. A shorter time also applies to existing recordings.';

export const record = 'Start recorder';
export const stop = 'Stop recorder';
export const started = 'This phone is being recorded. Everybody who sees it is told.';
export const stopped = 'The recorder has stopped. The recording is in the list.';

export const startedBy = ({ cause, started_by }: Recording) =>
  ({
    asked: `started by ${started_by.name}`,
    phone: 'because this phone is always recorded',
    key: 'because this key is always recorded',
    team: 'because everything is recorded',
  })[cause];

export const states = {
  recording: 'Recording now',
  uploading: 'Still arriving',
  ready: 'Ready',
  ended: 'Incomplete',
} as const;

export const reasons: Readonly<Record<NonNullable<Recording['reason']>, string>> = {
  stopped: 'It was stopped.',
  use_ended: 'Nobody was using the phone any more.',
  rental_ended: 'The rental ended.',
  phone_replaced: 'The phone was replaced by another one.',
  disk_full: 'It ended because the disk of the phone’s computer was full. The phone kept working.',
  quota_full: 'It ended because there was no room left for recordings. The phone kept working.',
  too_long: 'It ended after twelve hours, the longest possible time.',
  failed: 'It ended because the phone’s computer couldn’t record.',
  phone_moved: 'The phone was moved to another computer.',
  access_ended: 'It ended because its starter may no longer record this phone.',
};
export const keptUntil = (day: string) => `kept until ${day}`;
export const sizeEncrypted = (bytes: number) => `${formatBytes(bytes)}, encrypted`;
export const gaps = (count: number) => formatCount(count, 'gap');

export const phonePicture = 'The phone’s picture';
/** The timeline's lane of it. */
export const picture = 'Picture';
export const play = 'Play';
export const pause = 'Pause';
export const of = 'of';
export const position = 'Position';
export const speed = 'Speed';
export const skipStill = 'Skip still parts';
export const actionByAction = 'action by action';
export const previousAction = 'Previous action';
export const nextAction = 'Next action';
export const actions = 'Actions';
export const sameName = (name: string, number: number) => `${name} (${number})`;
export const others = (count: number) => `${count} others`;
export const everybody = (count: number) => `All ${count}`;
export const noActions = 'Nothing was done in this recording.';
export const screenAt = (time: string) => `Screen at ${time}`;
export const noScreen = 'The screen couldn’t be read at this moment.';
export const theScreen = 'the screen’s text';
export const whoseActions = 'Whose actions';
export const copied = 'The screen’s text was copied.';
export const notCopied = 'The text couldn’t be copied.';
export const search = 'Search actions and screens';
export const hits = (at: number, count: number) => (count === 0 ? 'no hits' : `${at} of ${count}`);
export const previousHit = 'Previous hit';
export const nextHit = 'Next hit';
export const erase = 'Erase';
export const eraseTitle = 'Erase this recording?';
export const eraseText = (name: string) =>
  `“${name}” is deleted for everybody, also from the phone’s computer. It can’t be brought back.`;
export const erased = 'The recording was erased.';
export const exportIt = 'Export';
export const mp4 = 'MP4';
export const mp4Hint = (bytes: number) =>
  `The video as it was streamed, without sound, about ${formatBytes(bytes)}`;
export const savedSoFar = (size: string) => `${size} so far. Closing this window cancels it.`;
export const noRoom =
  'This browser window keeps files in memory, where there is no room for it. Use another window, or the command line.';
export const json = 'JSON';
export const jsonHint = 'Actions, screens, questions, files, gaps and times';
export const cantPlay = 'This browser can’t play the picture. Export it as MP4, or use another browser.';
export const noPictureYet = 'No picture has arrived yet.';
const gapTitles = {
  secret: (name: string) =>
    name === '' ? 'A stored secret could be seen here' : `The secret ${name} was typed here`,
  phone_away: () => 'The phone was away',
  host_restarted: () => 'The phone’s computer started again',
  too_slow: () => 'The phone’s computer was too busy',
} as const;
export const gapText = 'Neither the picture nor the screen was recorded.';
export const timeline = 'Timeline';
export const tooManyEvents =
  'This recording has more actions and texts than a page can hold. The last ones are played, but not listed and not found.';
export const unknown = 'Somebody';
export const hiddenEverywhere = 'hidden everywhere';
export const readBack = {
  confirmed: 'confirmed',
  different: 'reads back as another text',
  unconfirmed: 'couldn’t be read back',
} as const;
export const refused = (why: string) => `refused: ${why.replaceAll('_', ' ')}`;

type Action = Extract<RecordedEvent, { type: 'action' }>;
const quoted = (text: string) => (text === '' ? '' : ` “${text}”`);
const into = (label: string) => (label === '' ? '' : ` into ${label}`);

export const questions = 'Questions';
export const waited = (time: string) => `waited ${time}`;
type Question = Extract<RecordedEvent, { type: 'question' }>;
export const questionEnd = ({ state, answered_by }: Question): string =>
  ({
    open: 'not answered yet',
    answered: answered_by === '' ? 'answered' : `answered by ${answered_by}`,
    expired: 'nobody answered in time',
    withdrawn: 'withdrawn',
  })[state];

/** The event in a few words. */
export const eventTitle = (event: RecordedEvent): string => {
  if (event.type === 'file') return `${fileActions[event.action]} ${event.name}`;
  if (event.type === 'gap') return gapTitles[event.why](event.detail);
  if (event.type === 'screen') return event.app;
  if (event.type === 'question') return 'Asked a question';
  if (event.type === 'control')
    return event.change === 'taken' ? `Took the phone from ${event.from}` : 'Gave the phone back';
  if (event.type === 'opened') return opened[event.what];
  const label = event.target?.label ?? '';
  return titles[event.action](event, label);
};

const opened = { shell: 'Opened a shell', adb: 'Connected adb', files: 'Opened files and apps' } as const;
export const openUntil = (time: string | null): string => (time === null ? 'still open' : `until ${time}`);

const titles: Readonly<Record<Action['action'], (event: Action, label: string) => string>> = {
  tap: (_, label) => `Tapped${quoted(label)}`,
  long_press: (_, label) => `Long-pressed${quoted(label)}`,
  swipe: ({ detail }) => `Swiped ${detail}`.trim(),
  type: ({ is_secret, detail, length }, label) =>
    is_secret
      ? `Typed the secret ${detail}${into(label)}`
      : `Typed ${formatCount(length ?? 0, 'character')}${into(label)}`,
  press: ({ detail }) => `Pressed ${detail.replaceAll('_', ' ')}`,
  open_app: ({ detail }) => `Opened ${detail}`,
  close_app: ({ detail }) => `Closed ${detail}`,
};

const fileActions = {
  pushed: 'Put on the phone:',
  pulled: 'Taken from the phone:',
  deleted: 'Deleted',
  installed: 'Installed',
  removed: 'Removed',
  cleared: 'Deleted the data of',
} as const;
