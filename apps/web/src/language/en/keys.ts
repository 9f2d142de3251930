import type { AccessPermission } from '@pocketfleet/contract';

export const programs = 'Programs';
export const lead = 'Programs that may use your phones without a person';
export const keys = 'Keys';
export const connectedTab = 'Connected programs';
export const agentsTab = 'Agents';
export const webhooks = 'Webhooks';
export const secrets = 'Secrets';
export const makeKey = 'Make key';
export const newKey = 'New key';
export const newKeyLead = 'Shown once when it’s made. Start with as little as it needs.';
export const name = 'Name';
export const nameHint = 'What will use it, such as nightly-tests';
export const itMay = 'It may';
export const permissionNames: Readonly<Record<AccessPermission, string>> = {
  watch: 'Watch',
  control: 'Control',
  screen: 'Read the screen',
  apps: 'Apps',
  files: 'Files',
  shell: 'Shell',
  adb: 'adb',
  record: 'Record',
  label: 'Label phones',
  secrets: 'Type secrets',
  rent: 'Rent',
  spend: 'Spend money',
  members: 'Members',
  keys: 'Keys',
  webhooks: 'Webhooks',
  billing: 'Billing',
  workspace: 'The team itself',
};
export const permissionHints: Partial<Readonly<Record<AccessPermission, string>>> = {
  watch: 'the picture',
  control: 'touch, keys',
  apps: 'install, start',
  shell: 'everything on the phone',
  adb: 'everything on the phone',
};
export const youLackThis = 'You don’t have this yourself';
export const moreRightsNote = 'Renting, money, members and keys are off unless you open more rights.';
export const moreRights = 'More rights';
export const phones = 'Phones';
export const allPhones = 'All phones';
export const allPhonesHint = 'Also those that are rented later';
export const namedPhones = 'Named phones';
export const noPhones = 'There are no phones to name at the moment.';
export const ends = 'Ends';
export const inDays = (days: number) => (days === 365 ? 'In a year' : `In ${days} days`);
/** A week before is too early for a key that was made for a week. */
export const endHint = (day: string, days: number) =>
  `${day}. We’ll write a ${days > 7 ? 'week' : 'day'} before.`;
export const money = 'Money each month, in dollars';
export const hours = 'Hours a day';
export const hoursHint = 'Every minute in which it works counts. The day begins at midnight UTC.';
export const actionsEachMinute = 'Actions a minute';
export const actionsHint =
  'Taps, texts, keys and swipes by calls, on all phones together. What it does in a shell or by adb isn’t counted.';
export const actionsAMinute = (count: number) => `${count} actions a minute`;
export const noLimit = 'No limit';
export const hoursADay = (hours: number) => `${hours === 1 ? '1 hour' : `${hours} hours`} a day`;
export const moneyHint = 'At 0 it can’t rent.';
export const limits = 'Limits';
/** Names the dialog at the start of a sentence. */
export const theLimits = 'The limits';
export const limitsLabel = (name: string) => `Change the limits of ${name}`;
export const limitsTitle = (name: string) => `Limits of ${name}`;
export const limitsChanged = (name: string) => `The limits of ${name} were changed.`;
export const saveLimits = 'Save limits';
export const moneyWrong = 'Give an amount such as 50.00';
export const giveAName = 'Give the key a name';
export const chooseAPermission = 'Choose at least one';
export const chooseAPhone = 'Choose at least one phone, or all';
export const networks = 'Networks it may come from (optional)';
export const networksHint = 'Addresses or ranges such as 203.0.113.0/24, separated by commas. Empty: any.';
export const mailNote = 'We’ll email you that it was made.';
export const cancel = 'Cancel';
export const close = 'Close';
export const keyMade = 'Your new key';
export const keyRotated = 'The key was rotated';
export const keyMadeLead = 'Copy it now. We don’t keep it, so it can’t be shown again.';
export const theKey = 'the key';
export const tryIt = 'Try it';
export const theCommand = 'the command';
export const command = (site: string, key: string) =>
  `POCKETFLEET_URL=${site} POCKETFLEET_KEY=${key} npx ${site}/programs/pocketfleet.tgz phones`;
export const theInstallLine = 'the line that installs the library';
export const inYourProgram = 'In your own program';
export const installClient = (site: string) => `npm install ${site}/programs/pocketfleet-client.tgz`;
export const oldKeyWorks = (until: string) =>
  `The old key works until ${until}, so that you can change your programs.`;
export const done = 'Done';
export const copied = (what: string) => `Copied ${what}.`;
export const copyFailed = 'Your browser didn’t allow the copy. Select the text and copy it by hand.';
export const lastUse = 'Last use';
export const never = 'Never used';
export const inUseNow = 'In use now';
export const from = (address: string) => `from ${address}`;
export const oldKeyWorksMore = (time: string) => `old key works ${time} more`;
export const endsSoon = (time: string) => `In ${time}`;
export const onlyFrom = (networks: string) => `Only from ${networks}`;
export const aMonth = (money: string) => `Up to ${money} a month`;
export const all = 'All';
export const notYours = 'A phone that you don’t have';
export const footNote = 'A key can never do more than the person who made it.';
export const rotate = 'Rotate';
export const takeOver = 'Take over';
export const takeOverLabel = (key: string) => `Take over ${key}`;
export const takeOverTitle = (key: string) => `Take over ${key}?`;
export const takeOverText = (username: string) =>
  `It becomes your key, so it no longer ends when ${username} leaves the team. It loses what you may not do yourself; programs go on with the same key, and the links that it made stay. ${username} may still know the key: rotate it once its programs can change.`;
export const takenOver = (key: string) => `${key} is your key now.`;
export const revoke = 'Revoke';
export const rotateLabel = (key: string) => `Rotate ${key}`;
export const revokeLabel = (key: string) => `Revoke ${key}`;
export const onlyMakerRotates = (username: string) => `Only ${username}, who made it, can rotate it`;
export const rotateTitle = (key: string) => `Rotate ${key}?`;
export const rotateText =
  'You’ll get a new key that may do the same. The old one works for 24 more hours, then it ends by itself.';
export const rotateEndsOlder = 'The key that it replaced earlier ends at once.';
export const revokeTitle = (key: string) => `Revoke ${key}?`;
export const revokeText =
  'Programs that use it are cut off at once: their pictures, shells and transfers close. Keys that it made end too. This can’t be undone.';
export const revokeEndsOld = 'Its old key ends as well.';
export const revoked = (key: string) => `${key} was revoked.`;
export const notDone = 'That didn’t work. ';
export const notMade = 'The key wasn’t made. ';
export const loading = 'Loading your keys';
export const notLoaded = 'Your keys couldn’t be loaded';
export const retry = 'Try again';
export const nothingChanged = 'Your keys work as before.';
export const noKeys = 'No keys yet';
export const noKeysText =
  'A key lets a script, a test or an agent use your phones without your password. It can do only what you choose.';
export const notAllowed = 'You can’t manage keys here';
export const notAllowedText = 'Owners and admins of the team can. Ask one of them for a key.';
export const actions = 'Actions';
export const apiReference = 'API reference';
export const connectAdb = 'Connect adb';
export const connectAdbLead = 'Your own tools see the phone as if it were on a cable.';
export const adbPhone = 'Phone';
export const adbCommands = 'the commands';
export const adbNeeds = 'Needs Node 20 and Android’s platform-tools.';
