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
  guest: 'What a guest of a share link sees.',
  oauth: 'A person’s answer to a program that asks for access.',
  'phone usage': 'Hours of use, by week and phone.',
  contact: 'Messages to our team.',
  'phone models': 'The models that can be rented.',
  'replacement choices': 'What happens after a phone of a chosen model has failed.',
  invitations: 'Joining a team.',
  activity: 'What happened in a workspace, and who did it.',
  keys: 'Keys let programs in without a person.',
  connections: 'Programs that a person has given access to by OAuth.',
  secrets: 'Passwords and the like that are typed on phones by name, and never shown again.',
  recordings: 'What passed on phones, kept for later: picture, actions and screens.',
  'recording settings': 'What is recorded without anybody asking, and for how long.',
  questions: 'Questions of your programs to people about a phone, and the answers.',
  webhooks: 'Addresses of yours that are told what happens.',
  'share links': 'Guests watch or control a phone without an account.',
  phones: 'The phones that you rent now or soon.',
  devices: 'What is done on a phone: its stream, screen, apps and files.',
  'phone assignments': 'Rentals of single phones, past and present.',
  orders: 'What is rented together and paid at once.',
  workspaces: 'Teams: members, invitations and budgets.',
  events: 'What pages are told while they are open.',
  'webhook events': 'What we send to webhooks, and to programs that listen.',
};
