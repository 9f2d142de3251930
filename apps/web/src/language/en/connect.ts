export const connect = 'Connect a program';
export const codeLead = 'Enter the code that the program shows you.';
export const code = 'Code';
export const codeHint = 'Eight letters, such as BCDF-GHJK. Capital or small doesn’t matter.';
export const goOn = 'Continue';
export const enterTheCode = 'Enter the code';
export const signInFirst = 'Sign in to say what the program may do. You’ll come back to this page.';
export const signIn = 'Sign in';
export const loading = 'Loading the request';
export const notConnectedTitle = 'The program can’t be connected';
export const startAgain = 'Start again from the program that you want to connect.';
export const problems: Readonly<Record<string, string>> = {
  invalid_redirect_uri:
    'It asked to be sent to an address that isn’t its own. Nothing was connected. Tell its developer.',
  invalid_client: 'We couldn’t read who it is: its address has no valid description. Nothing was connected.',
  invalid_request: 'Its request isn’t complete, or has ended. Nothing was connected.',
};
export const problem = 'Something in its request is wrong. Nothing was connected.';
export const consentTitle = (program: string) => `Connect ${program}?`;
export const consentLead = 'It can use your phones without asking again, within what you choose here.';
export const signedInAs = (email: string) => `You’re signed in as ${email}.`;
export const program = 'Program';
export const ours = 'made by us';
export const goesOnTo = 'Answers to';
export const thisComputer = 'a program on this computer';
export const localWarning =
  'Any program on this computer can pretend to be this one. Connect it only if you’ve just started it yourself.';
export const computer = 'Computer';
export const notNamed = 'Not named';
export const address = 'Network address';
export const deviceWarning =
  'Connect it only if you’ve just started this yourself, on a computer that you know. We never send such codes, and none of us will ever ask for one.';
export const workspace = 'Where';
export const workspaceHint = 'It reaches nothing else.';
export const personal = 'Personal account';
export const itMay = 'It may';
export const asksForNothing = 'It doesn’t say what it needs. Start with as little as possible.';
export const chooseAll = 'Choose all it asks for';
export const more = 'More that you can give it';
export const moreHint =
  'It doesn’t ask for these. An agent needs Files and Shell for its tools of these names.';
export const youLackThis = 'You don’t have this there';
export const chooseAPermission = 'Choose at least one';
export const chooseAPhone = 'Choose at least one phone, or all';
export const money = 'Money each month, in dollars';
export const moneyHint = 'At 0 it can’t rent.';
export const moneyWrong = 'Give an amount such as 50.00';
export const ends = 'Ends';
export const endHint = 'You can disconnect it earlier on the Programs page.';
export const inDays = (days: number) => (days === 365 ? 'In a year' : `In ${days} days`);
export const earlier = 'It is connected already';
export const earlierHint =
  'Chosen connections end at once with what they have opened, so that only what you choose here counts.';
export const endEarlier = (computer: string, made: string) =>
  `End the one of ${computer || 'an unnamed computer'}, ${made}`;
export const madeAndUsed = (made: string, used: string | null) =>
  used === null ? `made ${made}, never used` : `made ${made}, last used ${used}`;
export const approve = 'Connect';
export const deny = 'Don’t connect';
export const notDone = 'That didn’t work. ';
export const connectedTitle = (name: string) => `${name} is connected`;
export const connectedLead =
  'Go back to the program: it’ll continue within a few seconds. You can close this page.';
export const deniedTitle = 'Not connected';
export const deniedLead = 'We’ve told the program. You can close this page.';
export const viewConnected = 'View connected programs';

export const connected = 'Connected programs';
export const lastUse = 'Last use';
export const phones = 'Phones';
export const all = 'All';
export const notYours = 'A phone that you don’t have';
export const connectedBy = (username: string) => `(connected by ${username})`;
export const aMonth = (amount: string) => `Up to ${amount} a month`;
export const actions = 'Actions';
export const disconnect = 'Disconnect';
export const disconnectLabel = (name: string) => `Disconnect ${name}`;
export const disconnectTitle = (name: string) => `Disconnect ${name}?`;
export const disconnectText =
  'It’s cut off at once: its pictures, shells and transfers close. To use it again, connect it anew.';
export const disconnected = (name: string) => `${name} was disconnected.`;
export const cancel = 'Cancel';
export const footNote = 'A program can never do more than the person who connected it.';
export const listLoading = 'Loading connected programs';
export const notLoaded = 'Connected programs couldn’t be loaded';
export const retry = 'Try again';
export const nothingChanged = 'They work as before.';
export const none = 'No connected programs';
export const noneText =
  'An agent or the command line connects itself: add our address there, or run “pocketfleet login”, and agree to what it asks for.';
