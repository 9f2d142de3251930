import type { SeatHolder } from '@pocketfleet/contract';

export const phoneScreen = 'Phone screen';
export const phone = (tag: string) => `Phone ${tag}`;
export const soundOff = 'Sound off';
export const soundOn = 'Sound on';
export const connectingToThePhone = 'Connecting to the phone';
export const paused = 'Paused';
export const reconnecting = 'Reconnecting,';
export const open = 'Open';
/** After `open`, where there is room. */
export const session = ' session';
export const openSessionOf = (tag: string) => `Open session of ${tag}`;
export const timeLeft = (shown: string) => `${shown} left`;
export const noEnd = 'No end date';
export const expired = 'Expired';
export const phoneBar = 'Phone';
export const back = 'Back';
export const home = 'Home';
export const recents = 'Recents';
export const rotate = 'Rotate';
export const keyboard = 'Keyboard';
export const screenshot = 'Screenshot';
export const more = 'More';
export const volumeUp = 'Volume up';
export const volumeDown = 'Volume down';
export const power = 'Power';
export const turnSoundOn = 'Turn sound on';
export const turnSoundOff = 'Turn sound off';
export const copyScreenshot = 'Copy screenshot';
export const clickToType = 'Click the phone to type. Right-click goes back.';
export const typingOnThePhone = (chord: string) => `You’re typing on the phone. ${chord} stops.`;
export function otherHasControl(holder: SeatHolder): string {
  if (!('name' in holder)) return 'Another window of yours has control.';
  const kinds = { person: '', key: 'The key ', program: 'The program ', guest: 'Your guest ' };
  return `${kinds[holder.kind]}${holder.name} has control.`;
}
export const aProgramAsks = 'A program asks';
export const takeControl = 'Take it here';
export const screenshotSaved = 'Screenshot saved.';
export const screenshotCopied = 'Screenshot copied.';
export const noScreenshot = 'There’s no picture to save yet.';
export const screenshotNotCopied = 'Your browser didn’t allow copying. Use Screenshot to save a file.';
export const pictureComesBack = 'The picture comes back by itself as soon as the phone does.';
export const weReplaceIt =
  'We’re looking for another phone for the rest of your rental. If none fits, we offer another model, or refund the time that’s left.';
export const rentAnother = 'Everything on it is erased. Your other phones are in Devices.';
export const onlyInTheSession = 'Press Open: that’s in the session.';
export const couldNotPaste = 'Nothing was pasted. The text is too long, or not allowed.';
export const yourDevices = 'Your devices';
export const rentPhones = 'Rent phones';
export const notReady = 'The phone isn’t connected right now.';
export const heldElsewhere = 'Take control first.';
export const signInAgain = 'Once you’ve signed in again, this phone reopens here.';
export const signIn = 'Sign in';
export const replacedBy = (tag: string) => `${tag} has taken its place.`;
export const openNamed = (tag: string) => `Open ${tag}`;
