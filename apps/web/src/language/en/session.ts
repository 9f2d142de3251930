import type { SeatHolder } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';

export const findAnApp = 'Find an app';
export const refreshTheApps = 'Refresh the apps';
export const installApk = 'Install APK';
export const apkFilesToInstall = 'APK files to install';
export const loadingTheApps = 'Loading the apps';
export const noAppMatches = 'No app matches.';
export const uninstall = 'Uninstall';
export const keep = 'Keep';
export const open = (label: string) => `Open ${label}`;
export const openLabel = 'Open';
export const thePhoneCouldNotDoThis = 'The phone couldn’t do this.';
export const theTextIsTooLong = 'The text is too long, or the phone isn’t connected.';
export const theBrowserDoesNotLet =
  'Your browser doesn’t let this page read the clipboard. Paste into the field instead.';
export const phoneClipboardCopiedToClipboard = 'Phone clipboard copied to clipboard!';
export const failedToCopyToClipboard = 'Failed to copy to clipboard.';
export const thePhoneTakesNoText = 'You can’t send text until the stream is live.';
export const takeControlToUseTheClipboard = 'Take control here to use the phone’s clipboard.';
export const onThePhone = 'On the phone';
export const nothingHasBeenCopied = 'Nothing has been copied on the phone since you opened it.';
export const copyToThisComputer = 'Copy to this computer';
export const copyWhatIsSelected = 'Copy selection';
export const toThePhone = 'To the phone';
export const pasteIntoThePhone = 'Paste into the phone';
export const onlySetItsClipboard = 'Copy to phone clipboard';
export const takeFromThisComputer = 'Paste from this computer';
export const thePhoneHasTakenIt = 'The phone’s clipboard is updated.';
export const sentToThePhone = 'Sent to the phone.';
export const ms = (delay: string | number) => `${delay} ms · `;
export const smallerPicture = '· Smaller picture';
export const watching = (viewers: string | number) => `· ${viewers} watching`;
export const upOneFolder = 'Up one folder';
export const refresh = 'Refresh';
export const sendFiles = 'Send files';
export const filesToSend = 'Files to send';
export const loadingTheFolder = 'Loading the folder';
export const theFolderCantBeRead = 'The folder can’t be read.';
export const tryAgain = 'Try again';
export const thisFolderIsEmptySend = 'This folder is empty. Send files, or drop them on the phone.';
export const thisFolderHoldsMoreThan = 'This folder has more files than we can list here.';
export const fetch = (name: string) => `Download ${name}`;
export const deleteNamed = (name: string) => `Delete ${name}`;
export const leaveWhileFilesAreBeingTransferred = 'Leave while files are being transferred?';
export const transfersEndWhenYouLeave =
  'Leaving this page cancels your transfers. No partial files stay on the phone or on this computer.';
export const stayHere = 'Stay here';
export const leaveAndCancel = 'Leave and cancel';
export const theQuestionWhetherToLeave = 'The question whether to leave';
export const fetching = 'Downloading';
export const sending = 'Sending';
export const installing = 'Installing';
export const storing = 'Saving';
export const waitingForTheConnection = 'Waiting for the connection';
export const noRoomInThisWindow =
  'This window doesn’t have room for a file of this size. Please download it in a window that isn’t private.';
/** The other holder of control; null if nobody has it, because the next click takes it. */
export function otherControl(holder: SeatHolder): string | null {
  switch (holder.kind) {
    case 'own_window':
      return 'Another window of yours has control.';
    case 'person':
      return `${holder.name} has control.`;
    case 'key':
      return `The key ${holder.name} has control.`;
    case 'program':
      return `The program ${holder.name} has control.`;
    case 'guest':
      return `Your guest ${holder.name} has control.`;
    case 'this_window':
    case 'nobody':
      return null;
  }
}
export const share = 'Share';
export const recordThisPhone = 'Recording this phone';
export const sharing = 'Sharing';
export const takeItHere = 'Take it here';
export const replacedByTag = (tag: string) => `${tag} has taken its place`;
export const hasFailed = (tag: string) => `${tag} has failed`;
export const chooseAbove = 'Choose above whether you get another model or a refund.';
export const keyboardIsInThePhone = (exitChordName: string | number) =>
  `You’re typing on the phone. Press ${exitChordName} to stop.`;
export const thePhoneTools = 'The phone tools';
export const dropItOnThePhone = 'Drop to install an APK or save any other file to Download';
export const phone = 'Phone';
export const phoneVolumeUp = 'Phone volume up';
export const phoneVolumeDown = 'Phone volume down';
export const copyScreenshot = 'Copy screenshot';
export const stopRecording = 'Stop recording';
export const record = 'Record';
export const leaves = (exitChordName: string | number) => `${exitChordName} leaves`;
export const fullScreen = 'Full screen';
export const startingToRecord = 'Starting to record';
export const recording = 'Recording';
export const thereIsNoPicture = 'There’s no picture to save yet.';
export const screenshotSavedAs = (name: string) => `Screenshot saved as ${name}`;
export const copy = 'Copy';
export const thereIsNoPictureTo = 'There’s no picture to copy yet.';
export const screenshotCopiedToClipboard = 'Screenshot copied to clipboard!';
export const phoneTools = 'Phone tools';
export const shell = 'Shell';
export const theShell = 'The shell';
export const files = 'Files';
export const theFiles = 'The files';
export const apps = 'Apps';
export const theApps = 'The apps';
export const clipboard = 'Clipboard';
export const closeThePanel = 'Close the panel';
export const loading = 'Loading';
export const theServerCantBeReached = 'The server can’t be reached.';
export const theShellSentSomething = 'The shell sent something we couldn’t read.';
export const selectSomeOfTheShells = 'Select some of the shell’s text first.';
export const selectionCopiedToClipboard = 'Selection copied to clipboard!';
export const theBrowserDoesNotLetThis =
  'Your browser doesn’t let this page read the clipboard. Press Ctrl+V in the shell instead.';
export const copyTheSelection = 'Copy the selection';
export const paste = 'Paste';
export const searchInTheShell = 'Search in the shell';
export const clear = 'Clear';
export const newShell = 'New shell';
export const shellOf = (tag: string) => `Shell of ${tag}`;
export const leavesLabel = ' leaves';
export const shellConnected = 'Shell connected';
export const openingAShell = 'Opening a shell';
export const tryingAgain = (detail: string | number) => `${detail} Trying again`;
export const theConnectionToThePhones = 'The connection to the phone’s shell was lost.';
export const theShellHasEnded = (withCode: string | number) => `The shell has ended${withCode}.`;
export const theShellWasClosed = 'The shell was closed.';
export const textToFindInTheShell = 'Text to find in the shell';
export const find = 'Find';
export const notFound = 'Not found';
export const previous = 'Previous';
export const next = 'Next';
export const closeTheSearch = 'Close the search';
export const retryNow = 'Retry now';
export const statistics = 'Statistics';
export const lastMinute = 'Last minute';
export const fromRelayToPage = 'Network delay';
export const decoding = 'Decoding';
export const drawing = 'Drawing';
export const roundTrip = 'Round trip';
export const leftOut = 'Dropped frames';
export const rate = 'Rate';
export const picture = 'Picture';
export const codec = 'Codec';
export const watchingLabel = 'Watching';
export const android = 'Android';
export const battery = 'Battery';
export const framesPerSecond = 'Frames per second';
export const delay = 'Delay';
export const transfers = 'Transfers';
export const clearFinished = 'Clear finished';
export const ofLabel = (percent: string | number, bytes: string) => `${percent}% of ${bytes}`;
export const cancel = (name: string) => `Cancel ${name}`;
export const cancelLabel = 'Cancel';
export const thisBrowserCantPlay = 'This browser can’t play the phone’s sound.';
export const theRecordingHasReached1 = 'The recording has reached 1 GB and was saved.';
export const theRecorderCould = 'The recorder couldn’t be loaded. Please try again.';
export const thereIsNoPictureToRecord = 'There’s no picture to record yet.';
export const nothingWasRecordedThePhone = 'Nothing was recorded because the phone sent no picture.';
export const recordingSavedAs = (name: string) => `Recording saved as ${name}`;
export const theRecordingCouldNotBeWritten = 'The recording couldn’t be saved.';
export const waiting = 'Waiting';
export const starting = 'Starting';
export const somethingWentWrong = 'Something went wrong.';
export const installed = 'Installed';
export const inLabel = (folder: string | number) => `Saved to ${folder}`;
export const savedOnThisComputer = 'Saved on this computer';
export const cancelled = 'Cancelled';
export const stream = 'Stream';
export const loadingThePhone = 'Loading the phone';
export const backToDevices = 'Back to Devices';
export const rentPhones = 'Rent phones';
export const online = 'Online';
export const offline = 'Offline';
export const scheduled = 'Scheduled';
export const timeLeft = 'Time left';
export const withoutAnEnd = 'No end date';
export const until = (shortMoment: string) => `Until ${shortMoment}`;
export const expired = 'Expired';
export const thisPhoneIsOffline = 'This phone is offline';
export const itOpensHereByItself = 'It’ll reopen here automatically once it’s back.';
export const yourRentalOfThisPhoneStarts = (shortMoment: string) =>
  `Your rental of this phone starts ${shortMoment}.`;
export const theDeviceIsNotAssigned = 'The device is not assigned to your account.';
export const yourSessionHasExpired = 'Your session has expired.';
export const theDeviceIsOffline = 'The device is offline.';
export const yourAccountHasInsufficientPermissions = 'Your account has insufficient permissions.';
export const streamingNotAuthorized = 'Streaming not authorized';
export const brandHome = () => `${brand.name} home`;
export const streamingNotAuthorizedLabel = 'Streaming Not Authorized';
export const youCantOpenTheLive = 'You don’t have access to this phone.';
export const deviceId = 'Device ID: ';
export const possibleReasons = 'Possible reasons';
export const loadingYourAccount = 'Loading your account';
export const deviceListRefreshed = 'Device list refreshed';
export const failedToRefreshDeviceAccess = 'Failed to refresh device access';
export const retryAccess = 'Retry Access';
export const loginToAccessStream = 'Login to Access Stream';
export const backToHome = 'Back to Home';
export const home = 'Home';
export const back = 'Back';
export const recents = 'Recents';
export const rotate = 'Rotate';
export const sound = 'Sound';
export const power = 'Power';
export const screenshot = 'Screenshot';
export const keyboard = 'Keyboard';
export const deleteFolder = 'Delete folder';
export const deleteFile = 'Delete file';
export const orMiddleClick = 'or middle-click';
export const orRightClick = 'or right-click';
export const toAFile = 'to a file';
export const toTheClipboard = 'to the clipboard';
export const isOffInThisBrowser = 'is off in this browser';
export const isOnInThisBrowser = 'is on in this browser';
export const keyboardShortcuts = 'Keyboard shortcuts';
export const theyAlsoWorkWhileYouType = 'They also work while you type on the phone.';
export const modifier = 'Modifier';
export const modifierLabels = {
  alt: 'Alt (Option on a Mac)',
  ctrl_shift: 'Ctrl Shift',
  none: 'None: shortcuts are off',
};
export const off = 'Off';
export const shortcutLabels = {
  home: 'Home',
  back: 'Back',
  recents: 'Recents',
  rotate: 'Rotate',
  volume_up: 'Phone volume up',
  volume_down: 'Phone volume down',
  power: 'Power',
  screen: 'Turn the phone’s display off or on',
  notifications: 'Open the notifications',
  copy: 'Copy the phone’s selection',
  cut: 'Cut the phone’s selection',
  paste: 'Paste from this computer',
  screenshot: 'Screenshot',
  record: 'Record',
  files: 'Files',
  keyboard: 'Type on the phone',
  full_screen: 'Full screen',
  take: 'Take the phone',
  give: 'Give the phone back',
};
export const typeIntoThePhone = 'Type on the phone';
export const clickOrEnter = 'Click or Enter';
export const stopTyping = 'Stop typing';
export const rightClick = 'Right-click';
export const middleClick = 'Middle-click';
export const pinch = 'Pinch';
export const ctrlDrag = 'Ctrl drag';
export const installOrSend = 'Install an APK or send a file';
export const dropIt = 'Drop it on the phone';
export const couldNotPaste =
  'Nothing was pasted: your browser doesn’t let this page read the clipboard, or the text is too long.';
export const shortcutsLabel = 'Shortcuts';
export const filesMayHave2Gb = 'Files can be up to 2 GB.';
