export const whatRunsNow = 'What runs on the phone now';
export const appInFront = 'App in front';
export const activity = 'Activity';
export const battery = 'Battery';
export const network = 'Network';
export const asking = 'Asking the phone';
export const notKnown = 'Not known';
export const charging = 'charging';
export const notCharging = 'not charging';
export const wifi = 'Wi-Fi';
export const noNetwork = 'No network';
export const log = 'Log';
export const level = 'Level';
export const levels = {
  V: 'Verbose and above',
  D: 'Debug and above',
  I: 'Info and above',
  W: 'Warnings and above',
  E: 'Errors and above',
  F: 'Fatal',
};
export const tag = 'Tag';
export const text = 'Text';
export const onlyAppInFront = 'Only the app in front';
export const pause = 'Pause';
export const resume = 'Resume';
export const clear = 'Clear';
export const download = 'Download';
export const linesOf = (matching: number, all: number) =>
  matching === all ? `${all} lines` : `${matching} of ${all} lines`;
export const lines = 'Lines of the log';
export const noLine = 'No line matches.';
export const olderLinesAreDropped = (count: number) => `Older lines were dropped: the page keeps ${count}.`;
export const paused = 'Paused. New lines are kept.';
export const following = 'Following the phone’s log';
export const opening = 'Opening the phone’s log';
export const tryingAgain = (detail: string) => `${detail} Trying again`;
export const tryAgain = 'Try again';
