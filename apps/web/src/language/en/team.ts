export const team = 'Team';
export const workAs = 'Work as';
export const onlyYou = 'Only you';
export const createATeam = 'Create a team';
export const teamSettings = 'Team settings';
export const roleNames = {
  owner: 'Owner',
  admin: 'Admin',
  manager: 'Manager',
  user: 'User',
  viewer: 'Viewer',
} as const;
export const withPhones = (what: string, count: number) => `${what} · ${phones(count)}`;
const phones = (count: number) => `${count} ${count === 1 ? 'phone' : 'phones'}`;
export const lead = (name: string, members: number, count: number) =>
  `${name} · ${members} ${members === 1 ? 'member' : 'members'} · ${phones(count)}`;
export const member = 'Member';
export const members = 'Members';
export const searchMembers = 'Search name or phone';
export const roleFilter = 'Filter by role';
export const roleIs = (role: string) => `Role: ${role}`;
export const everyRole = 'All';
export const foundOf = (found: number, all: number) => `${found} of ${all}`;
export const nobodyFound = 'Nobody matches';
export const nobodyFoundText = 'No member has this in their name, address or phones.';
export const showAllMembers = 'Show all members';
export const role = 'Role';
export const phonesLabel = 'Phones';
export const monthlyLimit = 'Monthly limit';
export const budgetFor = (month: string) => `Budget for ${month}`;
export const changeBudget = 'Change budget';
export const ofLimit = (limit: string) => `of ${limit}`;
export const leftOf = (amount: string) => `${amount} left`;
export const usedUp = 'Used up';
export const startsAgain = (day: string) => `starts again ${day}`;
export const spentBy = 'Spent by';
export const others = 'Others';
export const spentSoFar = (amount: string) => `${amount} spent`;
export const youSpent = 'You have spent';
export const budgetNote = 'Orders that wait for their payment count too. A month ends in UTC.';
export const teamLimitLabel = 'Monthly limit of the team in dollars';
export const saveLimit = 'Save the limit';
export const budgetSaved = 'Saved. It applies from the next order.';
export const lastActive = 'Last active';
export const you = '(you)';
export const noLimit = 'No limit';
export const mayNotRent = 'May not rent';
export const never = 'Not yet';
export const allPhones = 'All phones';
export const chosenPhones = 'Only these phones';
export const hiddenPhones = (count: number) =>
  `And ${phones(count)} that you don’t have. They stay as they are.`;
export const noPhones = 'None';
export const andMore = (count: number) => `+${count}`;
export const roleOf = (name: string) => `Role of ${name}`;
export const roleChanged = (name: string, role: string) => `${name} is now ${article(role)} ${role}.`;
export const makeRole = (role: string) => `Make ${role}`;
export const makeRoleOf = (name: string, role: string) => `${makeRole(role)}: ${name}`;
export const confirmRole = (name: string, role: string) =>
  `Confirm that ${name} becomes ${article(role)} ${role}.`;
export const becomesOwner = 'Owners can do everything, and can remove you.';
export const becomesManager = 'A manager can spend nothing until you set a limit.';
export const keepRoleOf = (name: string, role: string) => `${cancel}: ${name} stays ${article(role)} ${role}`;
export const change = 'Change';
export const changeMember = (name: string) => `Change phones and limit of ${name}`;
export const memberSaved = (name: string) => `Saved. It applies to ${name} immediately.`;
export const limitLabel = 'Monthly limit in dollars';
export const limitHint = 'Leave it empty for no limit.';
export const invitedLimitHint = 'At 0 they can’t rent. Leave it empty for no limit.';
export const upTo = (limit: string) => `· up to ${limit} a month`;
export const withoutBudget = '· no budget yet';
export const limitWrong = 'Enter an amount such as 150 or 150.00, or leave it empty.';
export const save = 'Save';
export const cancel = 'Cancel';
export const remove = 'Remove';
export const removeFromTeam = (name: string) => `Remove ${name} from the team?`;
export const whatRemovalEnds = (name: string) =>
  `${name} loses the team at once: open streams, shells and file transfers end within a second. So do their keys for this team, the programs that they connected to it, and their links with the guests on them. Phones, orders and receipts stay with the team.`;
export const keysOf = (name: string) => `Keys of ${name}`;
export const keysThatEnd = (name: string, count: number) => {
  if (count === 0) return `${name} has no keys in this team.`;
  const theirs = count === 1 ? 'one key' : `${count} keys`;
  return `${name} has ${theirs} in this team. Take over what programs still need: it works on, as your own. ${name} may still know it: rotate it on the page Keys.`;
};
export const takeOver = 'Take over';
export const takeOverNamed = (key: string) => `${takeOver} ${key}`;
export const takenOver = (key: string) => `${key} is your key now.`;
export const notTakenOver = (reason: string | null) => reason ?? 'That didn’t work. Please try again.';
export const keysNotLoaded = 'Their keys couldn’t be loaded. They end with the membership.';
export const removed = (name: string) => `${name} was removed.`;
export const lastOwner = 'A team always has an owner. Make another member the owner first.';
export const onlyOwner = 'The team’s only owner';
export const onlyOwnersChange = 'Only an owner can change an owner.';
export const invitePeople = 'Invite people';
export const inviteLead = 'We’ll email a link. It’s valid for 72 hours, once, and only for this address.';
export const email = 'Email';
export const sendInvitation = 'Send invitation';
export const invited = (email: string) => `We’ve emailed an invitation to ${email}.`;
export const invitations = 'Invitations';
export const open = (count: number) => `${count} open`;
export const noInvitations = 'Nobody is invited at the moment.';
export const endsIn = (time: string) => `Ends in ${time}`;
export const expired = 'Expired';
export const sendAgain = 'Send again';
export const withdraw = 'Withdraw';
export const sendAgainTo = (email: string) => `${sendAgain} to ${email}`;
export const withdrawOf = (email: string) => `Withdraw the invitation of ${email}`;
export const withdrawn = 'The invitation was withdrawn.';
export const whatARoleMayDo = 'What a role may do';
export const may = {
  watch: 'Watch',
  control: 'Control',
  files: 'Files, apps',
  shell: 'Shell, adb',
  rent: 'Rent',
  members: 'Members, keys',
} as const;
export const upToABudget = 'Up to a budget';
/** As a sentence: "Watch, control, files, apps". */
export const rolesMay = (names: readonly string[], hasBudget: boolean) => {
  const [first = '', ...others] = names;
  const all = [first, ...others.map((each) => each.toLowerCase())].join(', ');
  return hasBudget ? `${all} ${upToABudget.toLowerCase()}` : all;
};
export const yes = 'Yes';
export const no = 'No';
export const shellMeansEverything =
  'Shell and adb mean everything on that phone. Only an owner can rename, hand over or delete the team.';
export const settings = 'Team settings';
export const teamName = 'Team name';
export const rename = 'Rename';
export const renamed = 'The team was renamed.';
export const leave = 'Leave the team';
export const leaveQuestion = 'Yes, leave the team';
export const leaveLead =
  'Your open streams in this team end at once. So do your keys for it, the programs that you connected to it, and your links with the guests on them.';
export const left = 'You left the team.';
export const handOver = 'Hand the team over';
export const handOverLead =
  'The new owner can do everything. You become an admin, and your invitations of further owners are withdrawn.';
export const handOverQuestion = (name: string) => `Yes, hand it to ${name}`;
export const chooseFirst = 'Choose who becomes the owner.';
export const newOwner = 'New owner';
export const chooseAMember = 'Choose a member';
export const handedOver = (name: string) => `${name} is now the owner.`;
export const deleteTeam = 'Delete the team';
export const deleteQuestion = 'Yes, delete the team';
export const deleteLead =
  'Possible once no phone is rented or scheduled and no order is open. Receipts are kept. This can’t be undone.';
export const deleted = 'The team was deleted.';
export const stay = 'Keep it';
export const couldNotBeLoaded = 'The team couldn’t be loaded';
export const tryAgain = 'Try again';
export const loading = 'Loading the team';
export const createLead = 'You’ll be its owner. Phones that you rent in a team belong to the team.';
export const create = 'Create team';
export const personalIsNoTeam = 'This is your personal account';
export const personalIsNoTeamLead =
  'Only you use it. Create a team to share phones with others, or switch to one of your teams.';
export const notInTeam = 'You’re not in this team';
export const notInTeamLead =
  'The link may be wrong, or you were removed, or the team was deleted. Ask somebody who manages the team.';
export const toPersonal = 'Go to your personal account';
export const cannotRent = 'Your role doesn’t let you rent phones';
export const cannotRentLead = (role: string, team: string) =>
  `You’re ${article(role)} ${role} in ${team}. Ask an owner or admin to rent for you, or to make you a manager.`;
export const backToDevices = 'Back to devices';
export const invitation = 'Invitation';
export const joinTitle = 'Join a team';
export const joinLead = 'You were invited to share phones.';
export const joinTheTeam = 'Join the team';
export const signInFirst = 'Sign in or create an account with the address that the invitation was sent to.';
export const signIn = 'Sign in';
export const createAccount = 'Create an account';
export const signedInAs = (email: string) => `You’re signed in as ${email}.`;
export const useAnotherAccount = 'Use another account';
export const incompleteLink = 'This invitation link isn’t complete. Open it again from the email.';
export const toDevices = 'Open your devices';

function article(role: string): string {
  return /^[AEIO]/i.test(role) ? 'an' : 'a';
}
