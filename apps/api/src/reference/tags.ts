// The groups of calls in the document. Pure.
import type { RouteDefinition } from '@pocketfleet/contract';

/** `/phone-assignments/{id}/hand-back` belongs to "phone assignments". */
export function tagOf(route: RouteDefinition): string {
  return (route.path.split('/')[1] ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ');
}

export const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Signing in and out, and the account of a person.',
  client: 'A person’s profile, and paying for a selection of phones.',
  'tunnel domains': 'The names of relays, for programs that still ask for them.',
  guest: 'Calls of a share link’s guests.',
  oauth: 'A person’s answer to a program that asks for access.',
  'phone usage': 'Hours of use, by week and phone.',
  contact: 'Messages to our team.',
  'phone models': 'The models that can be rented.',
  'replacement choices': 'Decisions after a phone of a chosen model has failed.',
  invitations: 'Joining a team.',
  activity: 'The record of events in a workspace, with who caused them.',
  keys: 'Keys let programs in without a person.',
  connections: 'Programs that a person has given access to by OAuth.',
  secrets: 'Passwords and the like that are typed on phones by name, and never shown again.',
  recordings: 'Recorded use of phones: picture, actions and screens.',
  'recording settings': 'Settings by which phones are recorded automatically, and for how long.',
  questions: 'Questions of your programs to people about a phone, and the answers.',
  webhooks: 'Addresses of yours that receive events.',
  'share links': 'Guests watch or control a phone without an account.',
  phones: 'The phones that you rent now or soon.',
  devices: 'Use of a phone: its stream, screen, apps and files.',
  'phone assignments': 'Rentals of single phones, past and present.',
  orders: 'Phones that are rented together and paid at once.',
  workspaces: 'Teams: members, invitations and budgets.',
  events: 'Notices to open pages.',
  'webhook events': 'Events that we send to webhooks, and to programs that listen.',
};
