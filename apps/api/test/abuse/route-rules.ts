// Rules over the contract: the response of each call of the customer API for each kind of caller. A call that no rule
// knows fails the matrix until it is classified here.
import { randomUUID } from 'node:crypto';
import { type RouteDefinition, type RouteName, routes } from '@pocketfleet/contract';
import { createSoftPasskey } from '../soft-passkey.ts';
import { testPassword } from '../test-app.ts';

/** The kind of object that the `{id}` of a path names. */
export type IdKind =
  | 'device'
  | 'assignment'
  | 'order'
  | 'session'
  | 'second factor'
  | 'workspace'
  | 'key'
  | 'webhook'
  | 'secret'
  | 'question'
  | 'connection'
  | 'recording'
  | 'share link';

const idKinds: readonly (readonly [RegExp, IdKind])[] = [
  [/^\/(?:phones|devices)\/\{id\}/, 'device'],
  [/^\/phone-assignments\/\{id\}/, 'assignment'],
  [/^\/orders\/\{id\}/, 'order'],
  [/^\/auth\/sessions\/\{id\}/, 'session'],
  [/^\/auth\/second-factors\/\{id\}/, 'second factor'],
  [/^\/workspaces\/\{id\}/, 'workspace'],
  [/^\/keys\/\{id\}/, 'key'],
  [/^\/webhooks\/\{id\}/, 'webhook'],
  [/^\/secrets\/\{id\}/, 'secret'],
  [/^\/questions\/\{id\}/, 'question'],
  [/^\/recordings\/\{id\}/, 'recording'],
  [/^\/connections\/\{id\}/, 'connection'],
  [/^\/share-links\/\{id\}/, 'share link'],
];

/** Undefined for a call without an id; throws for one that is not classified. */
export function idKindOf(route: RouteDefinition): IdKind | undefined {
  const kind = idKinds.find(([pattern]) => pattern.test(route.path))?.[1];
  const known = /\{(?:id|user_id|invitation_id|delivery_id|guest_id)\}/g;
  const rest = kind === undefined ? route.path : route.path.replace(known, '');
  if (rest.includes('{')) throw new Error(`what does the id in ${route.path} name?`);
  return kind;
}

/** Status and code. */
export type Expected = readonly [status: number, code?: string];

/** Responses with 200 that reveal nothing about phones of other customers: they say "no". */
const saysNo: ReadonlySet<RouteName> = new Set(['streamStatus', 'capabilities', 'stopStream']);

/** For an id of another customer or of nobody: the responses must be equal. */
export function strangersAnswer(name: RouteName, kind: IdKind): Expected {
  if (saysNo.has(name)) return [200];
  // Of somebody else's rental, as of one's own, there is nothing to choose.
  if (name === 'chooseReplacement') return [409, 'conflict'];
  return kind === 'device' ? [403, 'device_not_assigned'] : [404, 'not_found'];
}

const selection = {
  phone_count: 1,
  start_date: '2030-01-31T12:00:00Z',
  period: 'week',
  number_of_periods: 1,
};
const password = 'violet-Kettle-42';
const link = { token: 'x'.repeat(43), email: 'nobody@example.com' };
const app = { package: 'com.example.app' };

const asked = { request_id: 'x'.repeat(43) };
const device = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';

/** A right body for each call that takes one. */
const bodies: Partial<Record<RouteName, object>> = {
  login: { username: 'nobody', password },
  register: {
    username: 'new.customer',
    email: 'new.customer@example.com',
    first_name: 'Grace',
    last_name: 'Hopper',
    password,
  },
  forgotPassword: { email: link.email },
  lockAccount: link,
  resetPassword: { ...link, new_password: password },
  checkResetLink: link,
  verifyEmail: link,
  resendVerification: { email: link.email },
  updateProfile: { current_password: password },
  enterSecondFactor: { challenge: link.token, code: '123456' },
  addAuthenticator: { name: 'My phone', current_password: testPassword },
  confirmAuthenticator: { code: '123456' },
  addPasskey: { name: 'My key', current_password: testPassword },
  confirmPasskey: { registration: createSoftPasskey().register(link.token) },
  renameSecondFactor: { name: 'My phone' },
  removeSecondFactor: { current_password: testPassword },
  renewRecoveryCodes: { current_password: testPassword },
  setSecondFactorRule: { is_required: false },
  changePassword: { current_password: password, new_password: 'Copper-Kite-7' },
  namePhone: { label: 'By the window' },
  startStream: { purpose: 'view' },
  stopStream: { session_id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11' },
  startApp: app,
  uninstallApp: app,
  stopApp: app,
  clearApp: app,
  waitForScreen: { idle: true },
  actOnDevice: { action: 'press', key: 'home' },
  makeSecret: { name: 'Bank', value: 'Copper-Kite-7', apps: ['com.example.bank'] },
  answerQuestion: { text: 'Seven' },
  startRecording: {},
  setRecordingSettings: { keep_days: 20 },
  cutSeat: { kind: 'key', id: device },
  createWorkspace: { name: 'Agency' },
  setBudget: { monthly_limit_cents: 50_000 },
  renameWorkspace: { name: 'Agency' },
  transferWorkspace: { user_id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11' },
  updateMember: { role: 'user' },
  createInvitation: { email: link.email, role: 'user', phones: 'all' },
  acceptInvitation: { token: link.token },
  updateBillingDetails: { company: 'Hopper Ltd', address: '', tax_id: '' },
  makeKey: { name: 'robot', permissions: ['watch'], phones: 'all' },
  makeWebhook: { url: 'https://example.com/hook', events: ['rental.ended'] },
  changeWebhook: { is_on: false },
  testWebhook: { type: 'rental.ended' },
  listenToWebhooks: {},
  changeKey: { monthly_limit_cents: 100 },
  changeConnection: { hours_a_day: 20 },
  getConsent: { asked },
  approveConsent: { asked, workspace_id: device, permissions: ['watch'], phones: 'all' },
  denyConsent: { asked },
  createShareLink: { permission: 'watch', phones: [device] },
  changeGuest: { permission: 'watch' },
  createEmbed: { origin: 'https://example.com' },
  openShareLink: { token: link.token },
  joinShareLink: { token: link.token, name: 'Grace' },
  chooseReplacement: { choice: 'refund' },
  quoteExtension: { period: 'week', number_of_periods: 1 },
  createExtensionIntent: { period: 'week', number_of_periods: 1, currency: 'usd' },
  sendContactMessage: { name: 'Grace', email: link.email, message: 'Hello, is anybody there?' },
  validateAvailability: selection,
  createOrder: { ...selection, currency: 'usd' },
  createPaymentIntent: { ...selection, currency: 'usd', metadata: { description: '', period: '' } },
};

/** Calls whose body names assignments. */
const bodiesOfAssignments: Partial<Record<RouteName, object>> = {
  quoteExtensions: { period: 'week', number_of_periods: 1 },
  createExtensionsIntent: { period: 'week', number_of_periods: 1, currency: 'usd' },
};

/** Throws for a call with a body that has no example here yet. */
export function bodyOf(name: RouteName, assignmentId: string = randomUUID()): object | undefined {
  const named = bodiesOfAssignments[name];
  const body = named === undefined ? bodies[name] : { ...named, assignment_ids: [assignmentId] };
  if (body === undefined && 'body' in routes[name]) throw new Error(`${name} needs a right body here`);
  return body;
}

export const customerRoutes: readonly (readonly [RouteName, RouteDefinition])[] = Object.entries(
  routes,
) as (readonly [RouteName, RouteDefinition])[];
