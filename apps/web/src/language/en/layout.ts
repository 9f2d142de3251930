import { brand } from '@pocketfleet/rules';

export const page = 'Page';
export const thisPage = 'This page';
export const loading = 'Loading';
export const help = 'Help';
export const brandNavigation = () => `${brand.name} navigation`;
export const devices = 'Devices';
export const rentPhones = 'Rent phones';
export const usageHistory = 'Usage history';
export const recordings = 'Recordings';
export const programs = 'Programs';
export const activity = 'Activity';
export const questions = 'Questions';
export const openQuestions = (count: number) => (count === 1 ? '1 open question' : `${count} open questions`);
export const accountSettings = 'Account settings';
export const team = 'Team';
export const personal = 'Personal';
export const noTeam = 'No team';
export const workAs = (name: string) => `Work as: ${name}`;
export const main = 'Main';
export const logout = 'Logout';
export const theName = 'The name';
export const openNavigation = 'Open navigation';
export const brandDevices = () => `${brand.name}: devices`;
export const theNavigation = 'The navigation';
export const theContactInformation = 'The contact information';
export const showLabels = 'Show labels';
export const collapse = 'Collapse';
export const successfullyLoggedOut = 'Successfully logged out';
export const thisPageCouldNotBeShown = 'We couldn’t show this page';
export const reloadThePage = 'Reload the page';
export const somethingWentWrong =
  'Something is wrong with our site, not with anything you did. Your phones keep running. Reload the page; if it fails again, go back to your devices or tell us.';
export const crashedOffline =
  'You’re offline, so part of it couldn’t be loaded. It opens automatically when you’re back online. Your phones keep running.';
export const tellUs = 'Tell us';
export const whatHappened = 'What happened';
export const brandHome = () => `${brand.name} home`;
export const openYourDevices = 'Open your devices';
export const youAreOffline = (clock: string) => `You’re offline. Showing what we knew at ${clock}.`;
export const notLiveYet = 'No live updates yet. We’re trying again.';
export const notLiveAnymore = 'Live updates have stopped. Reload the page to get them back.';
export const serverCannotBeReached = (clock: string) =>
  `${brand.name} can’t be reached. Showing what we knew at ${clock}, and trying again.`;
