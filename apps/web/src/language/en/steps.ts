import { formatCount } from '@pocketfleet/ui/format';

export const whose = 'Whose steps';
export const everybody = 'All';
export const none = 'Nothing has been done on this phone in the last hour.';
export const lead =
  'What programs and people have done in the last hour. What is typed isn’t kept, only how long it is.';
export const loading = 'Loading the steps';
export const notLoaded = 'The steps couldn’t be loaded. We’ll try again automatically.';
export const waits = 'waits for an answer';
export const thisHour = 'This hour';
/** `isMore`: earlier ones aren't listed. */
export const actions = (count: number, isMore: boolean) =>
  `${isMore ? 'more than ' : ''}${formatCount(count, 'action')}`;
