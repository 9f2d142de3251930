export const signedOut = 'You’re signed out. Sign in, and this phone opens.';
export const sessionHasEnded = 'Your session has ended. Sign in again, and this phone opens.';
export const noPhoneNamed = 'There’s no phone in this address. Choose one from your list.';
export const notAmongYours =
  'None of your phones has this ID. Its rental may have ended, or it may belong to another account or team.';
export const rentalEnded = (tag: string, moment: string | null) =>
  `Your rental of ${tag} ended${moment === null ? '' : ` on ${moment}`}.`;
export const seeHistory = 'See your history';
export const notYet = (tag: string, moment: string) =>
  `${tag} is yours from ${moment}. You can open it then.`;
export const isOffline = (tag: string) =>
  `${tag} is yours, but offline right now. It usually comes back within minutes. If it doesn’t, we’ll replace it.`;
export const isYours = (tag: string) => `${tag} is yours and online. Retry Access opens it.`;
export const noPicture = 'No access';
