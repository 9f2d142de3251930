// Many phones at once: the selection, its bar, and what became of each phone.
import { formatCount } from '@pocketfleet/ui/format';

const phones = (count: number) => formatCount(count, 'phone');

export const select = (tag: string) => `Select ${tag}`;
export const selectAllShown = (count: number) =>
  count === 1 ? 'Select 1 shown' : `Select all ${count} shown`;
export const selectByLabel = 'Select by label';
export const selectAllWithThisLabel = 'All phones labelled';
export const selectedPhones = 'Selected phones';
export const selectedCount = (count: number) => `${phones(count)} selected`;
export const clearSelection = 'Clear selection';
export const noLongerYoursDeselected = (tags: readonly string[]) =>
  `${tags.join(', ')} ${tags.length === 1 ? 'is' : 'are'} no longer yours and ${tags.length === 1 ? 'was' : 'were'} deselected.`;
export const dismiss = 'Dismiss';
export const theBar = 'The bar for selected phones';

export const extend = 'Extend';
export const handBack = 'Return';
export const label = 'Label';
export const install = 'Install APK';
export const push = 'Push file';
export const screenshot = 'Screenshot';
export const restart = 'Restart';
export const openInMosaic = 'Open in mosaic';
export const onlySelectedAreShown = (count: number) => `Only ${phones(count)} that you selected`;
export const showAll = 'Show all';
export const thisDialog = 'This dialog';
export const cancel = 'Cancel';
export const keepThem = (count: number) => (count === 1 ? 'Keep the phone' : 'Keep the phones');

export const returnTitle = (count: number) => `Return ${phones(count)}?`;
export const returnText = (count: number) =>
  `${count === 1 ? 'Its rental ends' : 'Their rentals end'} at once. There’s no refund for the time that is left, and everything on ${count === 1 ? 'the phone' : 'the phones'} is erased.`;
export const returnWithoutARefund = (count: number) => `Return ${phones(count)} without a refund`;
export const returning = 'Returning';
export const returned = 'Returned';
export const notStartedYet = 'Not started yet: cancel its order in Usage history';

export const restartTitle = (count: number) => `Restart ${phones(count)}?`;
export const restartText = (count: number) =>
  `${count === 1 ? 'Its stream is' : 'Their streams are'} interrupted for a minute or two. Apps close, and unsaved work in them is lost.`;
export const restarting = 'Restarting';
export const restarted = 'Restarted';
export const stillRestarting = 'Still restarting: the list shows when it’s online again';

export const labelTitle = (count: number) => `Label ${phones(count)}`;
export const labelText = 'Phones with the same label form a group. Leave it empty to remove their labels.';
export const labelling = 'Saving the label';
export const labelled = 'Labelled';
export const labelRemoved = 'Label removed';
export const saveLabel = 'Save label';

export const installing = (name: string) => `Install ${name}`;
export const pushing = (name: string) => `Push ${name}`;
export const filesNamed = (count: number) => formatCount(count, 'file');
export const starting = 'Starting';
export const percentOf = (label: string, percent: number) => `${label}, ${percent}%`;

export const takingScreenshot = 'Opening the picture';
export const screenshotTaken = 'Taken';
export const picturesNotSaved = 'The screenshots were taken, but couldn’t be saved.';
export const saveAgain = 'Save again';
export const noPicture = 'The phone sent no picture. Try again.';

export const offline = 'Offline';
export const opensOn = (moment: string) => `Opens on ${moment}`;
export const noLongerYours = 'No longer yours';
export const somethingWentWrong = 'Something went wrong. Try again.';
export const waiting = 'Waiting';
export const cancelled = 'Cancelled';

export const results = 'Results';
export const onPhones = (title: string, count: number) => `${title}, ${phones(count)}`;
export const doneOf = (done: number, total: number) => `${done} of ${total} done`;
export const notDone = (count: number) => `, ${count} not done`;
export const tryAgainOn = (count: number) => `Try again on ${phones(count)}`;
export const states = {
  waiting: 'Waiting',
  running: 'Working',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Left out',
} as const;

export const extendTitle = (count: number) => `Extend ${phones(count)}`;
export const extendText = 'One order and one payment. Each phone’s own end moves.';
export const extendBy = 'Extend by';
export const checkingPhones = 'Checking which phones can be extended';
export const couldNotBeChecked = 'The phones couldn’t be checked. ';
export const tryAgain = 'Try again';
export const untilMoment = (moment: string) => `until ${moment}`;
export const bookedNext = (latest: string) => `Booked next: until ${latest} at the latest`;
export const cantBeExtended = 'Can’t be extended';
export const extendFor = (count: number, usd: string) => `Extend ${phones(count)} for ${usd}`;
export const othersCanBeExtended = (left: number, count: number) =>
  `${phones(left)} can’t be extended for that long. You can go on with the other ${count}.`;
export const noneCanBeExtended = 'None of these phones can be extended for that long. Choose a shorter time.';
export const atMost = (count: number) => `You can extend up to ${count} phones with one order. Select fewer.`;
export const leaveTitle = 'Leave while phones are still being worked on?';
export const leaveText = 'Unfinished work is cancelled when you leave this page. Finished work stays done.';
export const share = 'Share';
