export const leadToWatch = (time: string) =>
  `Somebody is sharing a live view of their phones with you. You can watch for ${time}.`;
export const leadToControl = (time: string) =>
  `Somebody is sharing their phones with you. You can watch and control them for ${time}.`;
export const full = 'This link has as many guests as it allows. You can join when somebody leaves.';
export const enterYourName = 'Enter your name';
export const enterThePassword = 'Enter the password';
export const notJoined = 'You couldn’t join. Check your connection and try again.';
export const notOpened = 'The link couldn’t be opened. Check your connection and reload this page.';
export const linkEnded = 'This link doesn’t work any more. Ask the person who sent it for a new one.';
export const onlyInItsPage = 'This phone is shown only in the page that it was made for.';
export const youAreOut = 'You’re no longer in: you were cut off, or the link has ended.';
export const youLeft = 'You’ve left.';
export const noPhones =
  'None of the shared phones is available right now. They’ll appear here when they’re back.';
export const youAre = (name: string) => `${name} (guest)`;
export const timeLeft = (time: string) => `${time} left`;
export const onlyYou = 'Nobody else is here';
export const others = (names: readonly string[]) => `Also here: ${names.join(', ')}`;
export const phone = (tag: string) => `Phone ${tag}`;
export const watchOnly = 'You’re watching. Only the people who rent the phone control it.';
export const youControl = 'You have control.';
export const freeToControl = 'Click the phone to control it.';
export const hasControl = (name: string) => `${name} has control.`;
export const anotherWindow = 'Another window of yours has control.';
export const shared = (tag: string) => `${tag} · shared phone`;
