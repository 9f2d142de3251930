// Second factors: the second step of a sign-in, the settings, and teams that require one.
export const stepTitle = 'One more step';
export const stepLead = 'Your password is right. Now show that it’s you.';
export const usePasskey = 'Use your passkey';
export const waitingForPasskey = 'Waiting for your passkey…';
export const passkeyNotUsed = 'Your passkey wasn’t used. Try again, or use another way.';
export const passkeyRefused = 'This passkey couldn’t be verified. Try again, or use another way.';
export const passkeyUnsupported = 'This browser can’t use passkeys here. Use another way.';
export const orEnterCode = 'Or enter a code:';
export const authenticatorCode = 'Code';
export const authenticatorHint = 'Six digits from your authenticator app';
export const recoveryCode = 'Recovery code';
export const recoveryHint = 'Each recovery code works once';
export const signIn = 'Sign in';
export const signingIn = 'Signing in...';
export const useRecoveryCode = 'Use a recovery code';
export const useAuthenticator = 'Use your authenticator';
export const startAgain = 'Start again';
export const lostAll = (email: string) =>
  `Lost your second factor and your recovery codes? Write to ${email}: our team can help you.`;
export const enterCode = 'Enter the code.';
export const loading = 'Loading';

export const title = 'Second factor';
export const lead =
  'After your password, a passkey or a code from your authenticator app shows that it’s you. Then a stolen password alone isn’t enough.';
export const couldNotBeLoaded = 'Your second factors couldn’t be loaded';
export const tryAgain = 'Try again';
export const none = 'No second factor yet';
export const kinds = { passkey: 'Passkey', authenticator: 'Authenticator' } as const;
export const addedAt = (moment: string) => `Added ${moment}`;
export const usedAt = (moment: string) => `last used ${moment}`;
export const neverUsed = 'never used to sign in';
export const addPasskey = 'Add a passkey';
export const addAuthenticator = 'Add an authenticator';
export const remove = 'Remove';
export const removeNamed = (name: string) => `Remove ${name}`;
export const rename = 'Rename';
export const renameNamed = (name: string) => `Rename ${name}`;
export const renameTitle = (name: string) => `Rename ${name}`;
export const renamed = (name: string) => `Renamed to ${name}`;
export const save = 'Save';
export const recoveryCodes = 'Recovery codes';
export const codesLeft = (left: number) =>
  left === 0
    ? 'None left. Make new ones, so that you can sign in when you lose your second factor.'
    : `${left} left. Each signs you in once when you don’t have your second factor at hand.`;
export const newCodes = 'Make new codes';
export const newCodesTitle = 'Make new recovery codes';
export const newCodesLead = 'The codes that you have now stop working.';
export const dialog = 'The dialog';

export const name = 'Name';
export const passkeyNameHint = 'To tell it from others, such as “Laptop” or “Blue key”';
export const authenticatorNameHint = 'To tell it from others, such as “My phone”';
export const nameMissing = 'Enter a name.';
export const currentPassword = 'Current password';
export const confirmWith = 'Confirm that it’s you with';
export const ways = { password: 'Password', passkey: 'Passkey', code: 'Code' } as const;
export const anyCodeHint = 'Six digits from your authenticator app, or a recovery code';
export const passkeyConfirmLead = 'Your browser asks you for one of your passkeys.';
export const passwordMissing = 'Enter your current password.';
export const goOn = 'Continue';
export const cancel = 'Cancel';
export const scanLead =
  'Scan this code with your authenticator app, or type the secret into it. Then enter the six digits that it shows.';
export const qrCode = 'QR code for your authenticator app';
export const secret = 'Secret';
export const theSecret = 'The secret';
export const confirm = 'Confirm';
export const passkeyLead = 'Your browser will then ask you to create the passkey.';
export const passkeyNotMade = 'The passkey wasn’t made. Please try again.';
export const passkeyKnown = 'This device already has a passkey for your account.';
export const added = (name: string) => `${name} was added`;
export const codesLead =
  'Keep these codes in a safe place. They are shown only now. Each signs you in once, if you lose your second factor.';
export const theCodes = 'The recovery codes';
export const copied = (what: string) => `${what} copied`;
export const copyFailed = 'This browser doesn’t allow copying. Please select the text and copy it.';
export const download = 'Download';
export const print = 'Print';
export const fileName = 'pocketfleet-recovery-codes.txt';
export const fileHead = (username: string) => `Recovery codes of ${username}. Each works once.`;
export const keptThem = 'I’ve kept them';
export const removeTitle = (name: string) => `Remove ${name}?`;
export const removeLead = 'It no longer signs you in.';
export const removeLast =
  'It’s your last second factor: your password alone signs in then, and your recovery codes stop working.';
export const removeLastInTeams = (teams: readonly string[]) =>
  `${teams.join(', ')} ${teams.length === 1 ? 'requires' : 'require'} one: you can’t use ${teams.length === 1 ? 'this team' : 'these teams'} until you add a new one.`;
export const removed = (name: string) => `${name} was removed`;

export const rule = 'Second factor';
export const ruleOn =
  'Every member needs a second factor. Members without one can’t use the team until they add one.';
export const ruleOff = 'Members may sign in with their password alone.';
export const requireRule = 'Require a second factor';
export const liftRule = 'No longer require it';
export const ruleQuestion = 'Yes, require it';
export const ruleLead =
  'Members without a second factor are cut off from this team at once, with all that they have open, their keys and their connected programs.';
export const ruleSet = 'The team requires a second factor now';
export const ruleLifted = 'The team no longer requires a second factor';
export const gateTitle = (team: string) => `${team} needs a second factor`;
export const gateLead =
  'The owner of this team wants every member to have a second factor at sign-in. Add one in your settings, then come back. Your personal account works as before.';
export const toSettings = 'Add a second factor';
