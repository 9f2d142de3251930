export const shareOf = (tag: string) => `Share ${tag}`;
export const shareMany = (count: number) => `Share ${count === 1 ? 'one phone' : `${count} phones`}`;
export const shareManyLead = (tags: readonly string[]) =>
  `One link to ${tags.length <= 6 ? tags.join(', ') : `${tags.slice(0, 5).join(', ')} and ${tags.length - 5} more`}. Guests need no account. They see the phones, and get no files, shell or clipboard.`;
export const shareLead = 'Guests need no account. They see the phone, and get no files, shell or clipboard.';
export const hereNow = 'Here now';
export const onlyYou = 'Nobody else is viewing this phone right now.';
export const kinds = { person: 'Person', key: 'Key', program: 'Program', guest: 'Guest' } as const;
type Named = { kind: keyof typeof kinds; name: string };
export const nameWithKind = ({ kind, name }: Named) =>
  kind === 'person' ? name : `${name} (${kinds[kind].toLowerCase()})`;
export const firstOf = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first} +${others.length}`;
export const alsoHere = (names: readonly string[]) => `Also at this phone: ${names.join(', ')}`;
/** Holds what stands on the button: the number in a narrow window, the first name in a wide one. */
export const showWhoIsHere = (names: readonly string[]) =>
  `${names.length} here: ${firstOf(names)}. Show who is at this phone`;
export const you = (name: string) => `${name} (you)`;
export const mayControl = 'may control';
export const watches = 'watches';
export const giveControl = 'Let them control';
export const takeControlAway = 'Let them only watch';
/** The names of buttons begin with what stands on them. */
export const giveControlTo = (name: string) => `${giveControl}: ${name}`;
export const takeControlFrom = (name: string) => `${takeControlAway}: ${name}`;
export const cutOff = 'Cut off';
export const cutOffNamed = (name: string) => `${cutOff}: ${name}`;
export const cutOffAndEndLink = 'Cut off and end link';
export const cutOffAndEndLinkOf = (name: string) => `${cutOffAndEndLink}: ${name}`;
export const yesCutOff = (name: string) => `Yes, cut ${name} off`;
export const cancel = 'Cancel';
export const wasCutOff = (name: string) => `${name} was cut off. They can join again while the link works.`;
export const nowControls = (name: string) => `${name} may control now.`;
export const nowWatches = (name: string) => `${name} may only watch now.`;
export const links = 'Links';
export const guestsByLink = 'Guests by link';
export const noLinks = 'There are no active links.';
export const noLinksInTeam =
  'There are no active links. Make one in the list of devices or from a phone’s session page.';
export const noOwnLinks =
  'Nobody can open your phones by a link right now. Make one in the list of devices or from a phone’s session page.';
export const inNow = (count: number) => (count === 1 ? '1 guest is in' : `${count} guests are in`);
export const watchOnly = 'watch only';
export const watchAndControl = 'watch and control';
export const withPassword = 'password';
export const endsAt = (moment: string) => `Ends ${moment}`;
export const unnamed = 'Link without a name';
export const endLink = 'End link';
export const endLinkNamed = (name: string) => `${endLink} ${name}`;
export const linkEnded = 'The link has ended, and its guests are out.';
export const newLink = 'New link';
export const name = 'Name';
export const nameHint = 'Only your team sees it, such as “Client review”.';
export const guestsMay = 'Guests may';
export const mayWatch = 'Watch';
export const mayWatchAndControl = 'Watch and control';
export const ends = 'Ends';
export const inHours = (hours: number) => (hours === 1 ? 'In 1 hour' : `In ${hours} hours`);
export const inDays = (days: number) => (days === 1 ? 'In 1 day' : `In ${days} days`);
export const withTheRental = 'It ends with the rental at the latest.';
export const password = 'Password';
export const passwordHint = 'Optional. Send it to your guests separately from the link.';
export const mostGuests = 'Guests at a time';
export const makeLink = 'Make link';
export const linkMade = 'Copy the link now. It isn’t shown again.';
export const link = 'Link';
export const copyLink = 'Copy link';
export const linkCopied = 'The link was copied.';
export const linkNotCopied = 'Your browser didn’t allow copying. Select the link and copy it.';
export const makeAnother = 'Make another link';
export const notLoaded = 'The links couldn’t be loaded.';
export const loading = 'Loading the links';
