import type { ActivityKind, ActivityRow } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { formatBytes, formatCount, formatDay, formatDuration } from '@pocketfleet/ui/format';

export const activity = 'Activity';
export const lead = 'Who did what, with which phone, and from where. Kept for 400 days.';
export const leadOfSome = 'What you did, and what happened on your phones. Kept for 400 days.';
export const loading = 'Loading the activity';
export const downloadCsv = 'Download CSV';
export const notDownloaded = (reason: string | null) =>
  `The file couldn’t be loaded. ${reason ?? 'Check your connection and try again.'}`;
export const empty = 'Nothing has happened yet';
export const emptyText = 'When somebody opens a phone, makes a key or rents, you’ll see it here.';
export const noMatch = 'Nothing matches these filters';
export const noMatchText = 'Choose other people, phones or days, or clear the filters.';
export const clearFilters = 'Clear filters';
export const failed = 'The activity couldn’t be loaded';
export const failedText = 'Nothing is lost: we keep it on our side.';
export const retry = 'Try again';
export const more = 'Show earlier';
export const beginning = 'That’s the beginning.';
export const newRows = (count: number) => `Show ${formatCount(count, 'new row')}`;
export const filters = 'Filters';
export const whoFilter = 'Who';
export const everybody = 'Everybody';
export const whatFilter = 'What';
export const everything = 'Everything';
export const phoneFilter = 'Phone';
export const allPhones = 'All phones';
export const fromFilter = 'From';
export const toFilter = 'To';
export const today = 'Today';
export const yesterday = 'Yesterday';

export const kindsOfWho = {
  person: 'Person',
  key: 'Key',
  program: 'Program',
  guest: 'Guest',
  operator: 'Our team',
  system: 'Automatic',
} as const;

/** How somebody is named at the start of a sentence. */
export const whoNames = (who: ActivityRow['who'], isOwn: boolean): string => {
  if (who.kind === 'operator') return who.name === '' ? `The ${brand.name} team` : who.name;
  if (who.kind === 'system') return brand.name;
  // A guest who only opened the link has told no name.
  if (who.kind === 'guest' && who.name === '') return 'Somebody';
  return isOwn ? 'You' : who.name;
};

/** The groups of the filter, and the kinds of each. */
export const groups = {
  sessions: 'Opened and used phones',
  files: 'Files and apps',
  rentals: 'Rentals and phones',
  orders: 'Orders and refunds',
  members: 'Members',
  keys: 'Keys and programs',
  guests: 'Links and guests',
  webhooks: 'Webhooks',
  settings: 'Settings',
  refusals: 'Refusals',
} as const;

type Details<Kind extends ActivityKind> = Extract<ActivityRow, { kind: Kind }>['details'];
type Sentences = { [Kind in ActivityKind]: (details: Details<Kind>, phone: string) => string };

const quoted = (name: string) => `“${name}”`;
const nameOr = (name: string, instead: string) => (name === '' ? instead : quoted(name));
const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const limit = (cents: number | null) => (cents === null ? 'no limit' : `${money(cents, 'USD')} a month`);
const phonesOf = (phones: 'all' | number) => (phones === 'all' ? 'all phones' : formatCount(phones, 'phone'));
const lasting = (length_s: number | undefined) =>
  length_s === undefined ? '' : ` for ${formatDuration(length_s * 1000)}`;
const until = (end: string | undefined) => (end === undefined ? 'without an end' : `until ${formatDay(end)}`);
const sized = (size: number | null) => (size === null ? '' : ` (${formatBytes(size)})`);
const byTime = (isByTime: boolean | undefined) => (isByTime === true ? ': its time was up' : '');
const article = (role: string) => (/^[ao]/.test(role) ? `an ${role}` : `a ${role}`);

const endReasons: Partial<Record<string, string>> = {
  due: 'its time was up',
  handed_back: 'it was returned',
  not_started: 'it never began',
  phone_failed: 'the phone failed',
  revoked: `${brand.name} ended it`,
  refunded: 'it was refunded',
};
const replacedWhy = {
  failed: ': it failed',
  offline: ': it was offline',
  by_team: '',
  chosen: ': another model was chosen',
} as const;
const refusedWhy = {
  expired: 'it has ended',
  revoked: 'it was revoked',
  network: 'it isn’t for that network',
  other_team: 'it is for this team, and was used for another one',
} as const;
const openedBy = {
  view: 'the picture of',
  control: 'the picture of',
  shell: 'a shell on',
  files: 'the files of',
  adb: 'adb on',
  screen: 'the screen of',
} as const;
const listenedTo = {
  events: 'what changes here',
  webhooks: 'the events of webhooks',
} as const;
const ticketRefusedWhy = {
  not_allowed: 'the right to it was gone by then',
  session_ended: 'the access had ended by then',
  assignment_ended: 'the rental had ended by then',
  cut_off: 'they had been cut off by then',
  second_factor_needed: 'the team needs a second factor',
  network: 'it isn’t for that network',
} as const;
const linkRefusedWhy = {
  password: 'gave a wrong password for',
  full: 'found no room on',
  ended: 'tried to open, after its end,',
} as const;
const invitationRefusedWhy = {
  other_address: ', but has another address',
  accepted: ', which was used before',
  withdrawn: ', which was withdrawn',
  expired: ', which has expired',
  inviter: ', whose sender may not invite any more',
} as const;
const offReasons = {
  by_hand: '',
  failing: ': nothing was delivered for three days',
  gone: ': its server said that it is gone',
} as const;

/** 0 is no limit. */
const usesOf = (count: number | undefined, what: string): string =>
  count === undefined ? '' : `${count || 'any number of'} ${what}`;

function changedLimits(
  whose: string,
  { monthly_limit_cents, hours_a_day, actions_a_minute }: Details<'key.limit_changed'>,
): string {
  const uses = [usesOf(hours_a_day, 'hours a day'), usesOf(actions_a_minute, 'actions a minute')].filter(
    Boolean,
  );
  return uses.length > 0
    ? `gave ${whose} ${uses.join(' and ')}, and ${limit(monthly_limit_cents)} to spend`
    : `set what ${whose} may spend to ${limit(monthly_limit_cents)}`;
}

/** The part that follows the name of the actor. `phone` is the tag of the phone, or of several. */
export const sentences: Sentences = {
  'key.made': ({ name }) => `made the key ${quoted(name)}`,
  'key.first_used': () => 'was used for the first time',
  'key.rotated': ({ name }) => `rotated the key ${quoted(name)}`,
  'key.taken_over': ({ name, from }) => `took over the key ${quoted(name)} from ${from}`,
  'key.limit_changed': (changed) => changedLimits(`the key ${quoted(changed.name)}`, changed),
  'key.revoked': ({ name }) => `revoked the key ${quoted(name)}`,
  'key.ended': ({ name, by_time }) => `ended the key ${quoted(name)}${byTime(by_time)}`,
  'key.refused': ({ why }) => `was refused: ${refusedWhy[why]}`,
  'program.connected': ({ name }) => `connected ${quoted(name)}`,
  'program.first_used': () => 'was used for the first time',
  'program.limit_changed': (changed) => changedLimits(`the program ${quoted(changed.name)}`, changed),
  'program.disconnected': ({ name }) => `disconnected ${quoted(name)}`,
  'program.ended': ({ name, by_time }) => `disconnected ${quoted(name)}${byTime(by_time)}`,
  'ticket.refused': ({ purpose, why }, phone) =>
    `couldn’t open ${openedBy[purpose]} ${phone}: ${ticketRefusedWhy[why]}`,
  'socket.refused': ({ what, why }) => `couldn’t listen to ${listenedTo[what]}: ${ticketRefusedWhy[why]}`,
  'call.refused': ({ call, why }) => `was refused “${call}”: ${why}`,
  'link.made': ({ name, permission, phones }) =>
    `shared ${formatCount(phones, 'phone')} by a link to ${permission}${name === '' ? '' : `, ${quoted(name)}`}`,
  'link.ended': ({ name, by_time }) => `ended the link ${nameOr(name, 'without a name')}${byTime(by_time)}`,
  'link.refused': ({ name, why = 'password' }) =>
    `${linkRefusedWhy[why]} the link ${nameOr(name, 'without a name')}`,
  'guest.joined': ({ link }) => `joined by the link ${nameOr(link, 'without a name')}`,
  'guest.left': () => 'left',
  'guest.cut_off': ({ name }) => `cut off the guest ${name}`,
  'guest.given_control': ({ name }) => `let the guest ${name} control`,
  'guest.only_watches': ({ name }) => `took control from the guest ${name}, who still watches`,
  'member.invited': ({ email, role, phones }) =>
    `invited ${email} as ${article(role)} with ${phonesOf(phones)}`,
  'invitation.withdrawn': ({ email }) => `withdrew the invitation of ${email}`,
  'invitation.refused': ({ email, why = 'other_address' }) =>
    `tried to use the invitation of ${email}${invitationRefusedWhy[why]}`,
  'member.joined': ({ role }) => `joined as ${article(role)}`,
  'member.changed': ({ name, role, phones, monthly_limit_cents }) => {
    const changes = [
      role && `role from ${role.from} to ${role.to}`,
      phones !== undefined && `phones to ${phonesOf(phones)}`,
      monthly_limit_cents !== undefined && `limit to ${limit(monthly_limit_cents)}`,
    ].filter(Boolean);
    return changes.length === 0 ? `saved ${name} unchanged` : `changed ${name}: ${changes.join(', ')}`;
  },
  'member.removed': ({ name }) => `removed ${name}`,
  'member.left': () => 'left the team',
  'workspace.made': ({ name }) => `made the team ${quoted(name)}`,
  'workspace.renamed': (names) => `renamed the team from ${quoted(names.from)} to ${quoted(names.to)}`,
  'workspace.handed_over': ({ name }) => `made ${name} the owner`,
  'workspace.budget_changed': ({ monthly_limit_cents }) => `set the budget to ${limit(monthly_limit_cents)}`,
  'workspace.second_factor_rule': ({ is_required }) =>
    is_required
      ? 'now requires a second factor of every member'
      : 'no longer requires a second factor of the members',
  'workspace.deleted': ({ name }) => `deleted the team ${quoted(name)}`,
  'secret.made': ({ name }) => `stored the secret ${quoted(name)}`,
  'secret.typed': ({ name }, phone) => `typed the secret ${quoted(name)} on ${phone}`,
  'secret.deleted': ({ name }) => `deleted the secret ${quoted(name)}`,
  'webhook.made': ({ host }) => `made a webhook to ${host}`,
  'webhook.changed': ({ host }) => `changed the webhook to ${host}`,
  'webhook.removed': ({ host }) => `removed the webhook to ${host}`,
  'webhook.switched_off': ({ host, reason }) => `switched off the webhook to ${host}${offReasons[reason]}`,
  'order.requested': ({ number, phone_count }) =>
    `asked for ${formatCount(phone_count, 'phone')} (${number})`,
  'order.quoted': ({ number, amount, currency }) =>
    `named the price of ${number}${amount ? `: ${money(amount, currency)}` : ''}`,
  'order.paid': ({ number, phone_count, amount, currency, is_extension }) =>
    `${is_extension ? 'extended' : 'rented'} ${formatCount(phone_count, 'phone')}${amount ? ` for ${money(amount, currency)}` : ''} (${number})`,
  'order.cancelled': ({ number }) => `cancelled ${number}`,
  'order.refunded': ({ number, amount, currency }) => `refunded ${money(amount, currency)} of ${number}`,
  'rental.started': ({ ends_at }, phone) => `handed over ${phone}, ${until(ends_at)}`,
  'rental.extended': ({ ends_at }, phone) => `extended ${phone}, ${until(ends_at)}`,
  'rental.ended': ({ reason }, phone) => {
    const why = reason === undefined ? undefined : endReasons[reason];
    return `ended the rental of ${phone}${why === undefined ? '' : `: ${why}`}`;
  },
  'phone.replaced': ({ replaced_tag, why }, phone) =>
    `replaced ${replaced_tag ?? 'a phone'} with ${phone}${why === undefined ? '' : replacedWhy[why]}`,
  'phone.labelled': ({ label }, phone) =>
    label === '' ? `removed the label of ${phone}` : `labelled ${phone} ${quoted(label)}`,
  'phone.watched': ({ length_s }, phone) =>
    length_s === undefined ? `began to watch ${phone}` : `watched ${phone}${lasting(length_s)}`,
  'phone.opened': ({ length_s }, phone) => `opened ${phone}${lasting(length_s)}`,
  'phone.shell': ({ length_s }, phone) => `opened a shell on ${phone}${lasting(length_s)}`,
  'phone.files': ({ length_s }, phone) => `opened the files and apps of ${phone}${lasting(length_s)}`,
  'phone.adb': ({ length_s, opens = {} }, phone) => {
    const used = Object.entries(opens).map(([kind, count]) => `${count} × ${kind}`);
    return `connected adb to ${phone}${lasting(length_s)}${used.length === 0 ? '' : `: ${used.join(', ')}`}`;
  },
  'screen.watched': ({ length_s }, phone) =>
    length_s === undefined
      ? `began to follow the screen of ${phone} as text`
      : `followed the screen of ${phone} as text${lasting(length_s)}`,
  'screen.used': ({ length_s, reads = 0, actions = 0 }, phone) => {
    if (length_s === undefined) return `began to use the screen of ${phone} by calls`;
    const counts = `${formatCount(reads, 'reading')}, ${formatCount(actions, 'action')}`;
    return `used the screen of ${phone} by calls${lasting(length_s)}: ${counts}`;
  },
  'control.taken': (taken, phone) => `took control of ${phone} from ${taken.from}`,
  'control.given_back': (_, phone) => `gave ${phone} back, free for the next to use`,
  'phone.cut_off': ({ name }, phone) => `cut ${name} off from ${phone}`,
  'question.asked': (_, phone) => `asked a question about ${phone}`,
  'question.answered': ({ asker }, phone) => `answered ${quoted(asker)} about ${phone}`,
  'question.expired': ({ asker }, phone) =>
    `ended the question of ${quoted(asker)} about ${phone}: its time was up`,
  'question.withdrawn': ({ asker }, phone) => `withdrew the question of ${quoted(asker)} about ${phone}`,
  'file.pushed': ({ name, size }, phone) => `put ${name}${sized(size)} on ${phone}`,
  'file.pulled': ({ name, size }, phone) => `took ${name}${sized(size)} from ${phone}`,
  'file.deleted': ({ name }, phone) => `deleted ${name} on ${phone}`,
  'app.installed': ({ name, size }, phone) => `installed ${name}${sized(size)} on ${phone}`,
  'app.removed': ({ name }, phone) => `removed ${name} from ${phone}`,
  'app.cleared': ({ name }, phone) => `deleted the data of ${name} on ${phone}`,
  'recording.started': ({ name }, phone) => `began to record ${phone}: ${quoted(name)}`,
  'recording.ended': ({ name, reason }, phone) =>
    `ended the recording ${quoted(name)} of ${phone}: ${reason.replaceAll('_', ' ')}`,
  'recording.exported': ({ name, format }) =>
    `exported the recording ${quoted(name)} as ${format.toUpperCase()}`,
  'recording.erased': ({ name }, phone) => `erased the recording ${quoted(name)} of ${phone}`,
  'recording.no_room': (_, phone) => `could not record ${phone}: there is no room left for recordings`,
  'recording.settings_changed': ({ records_all, keep_days, ...counts }) => {
    const { phones_added = 0, phones_removed = 0, keys_added = 0, keys_removed = 0 } = counts;
    const changes = [
      records_all === undefined ? '' : `every use of every phone ${records_all ? 'on' : 'off'}`,
      phones_added > 0 ? `${formatCount(phones_added, 'phone')} added` : '',
      phones_removed > 0 ? `${formatCount(phones_removed, 'phone')} taken out` : '',
      keys_added > 0 ? `${formatCount(keys_added, 'key')} added` : '',
      keys_removed > 0 ? `${formatCount(keys_removed, 'key')} taken out` : '',
      keep_days === undefined ? '' : `kept for ${formatCount(keep_days, 'day')}`,
    ].filter((part) => part !== '');
    return `changed what is recorded${changes.length === 0 ? '' : `: ${changes.join(', ')}`}`;
  },
  'phone.restarted': (_, phone) => `restarted ${phone}`,
  'phone.quarantined': (_, phone) => `took ${phone} out of service`,
  'phone.cleaned': (_, phone) => `began to clean ${phone}`,
  'phone.released': (_, phone) => `put ${phone} back into service`,
  'activity.read': () => 'read this activity',
};

export const manyPhones = (tags: readonly string[]) =>
  tags.length <= 3
    ? `${tags.slice(0, -1).join(', ')} and ${tags.at(-1)}`
    : `${tags.length} phones (${tags.slice(0, 3).join(', ')} …)`;
