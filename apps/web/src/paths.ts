// Every link of the site is built here. Links of the panel keep the team (team.ts).
import { inTeam } from './team.ts';

/** The panel's pages as the router knows them. */
export const panelRoutes = {
  devices: '/devices',
  rent: '/rent',
  rentCheckout: '/rent/checkout',
  rentPayment: '/rent/payment',
  rentRequest: '/rent/request',
  history: '/history',
  settings: '/settings',
  team: '/team',
  keys: '/programs/keys',
  connected: '/programs/connected',
  agents: '/programs/agents',
  webhooks: '/programs/webhooks',
  activity: '/activity',
  questions: '/questions',
  recordings: '/recordings',
  recording: (id: string) => `/recordings/${id}`,
  stream: (deviceId: string) => `/devices/${deviceId}/stream`,
} as const;

export const paths = {
  home: '/',
  pricing: '/#pricing',
  terms: '/terms',
  privacy: '/privacy',
  acceptableUse: '/acceptable-use',
  refunds: '/refunds',
  /** The calls of our API: a document of the server's. */
  apiReference: '/api-reference',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** The page of the mail about a changed password. */
  lockAccount: '/lock-account',
  verifyEmail: '/verify-email',
  /** The page of a mailed invitation. */
  invitation: '/invitation',
  /** The page on which a program asks to be connected. */
  connect: '/connect',
  account: '/account',
  dashboard: '/dashboard',
  devices: inTeam(panelRoutes.devices),
  /** Of another team, or of the personal account: another document, so to be loaded anew. */
  devicesOf: (team: string | null) => inTeam(panelRoutes.devices, team),
  teamOf: (team: string) => inTeam(panelRoutes.team, team),
  team: inTeam(panelRoutes.team),
  rent: inTeam(panelRoutes.rent),
  /** The rent page with availability at first sight: the start follows the clock. */
  rentNow: inTeam('/rent?start=now'),
  /** The rent page with a period chosen; the selection lives in its address. */
  rentFor: (period: string) => inTeam(`/rent?period=${encodeURIComponent(period)}`),
  rentCheckout: inTeam(panelRoutes.rentCheckout),
  rentPayment: inTeam(panelRoutes.rentPayment),
  /** The payment of an existing order: an unpaid order, or a quote of our team. */
  payOrder: (orderId: string) => inTeam(`/rent/payment?pay=${encodeURIComponent(orderId)}`),
  rentRequest: inTeam(panelRoutes.rentRequest),
  history: inTeam(panelRoutes.history),
  settings: inTeam(panelRoutes.settings),
  /** The tab of the settings with password, second factors and sessions. */
  security: inTeam(`${panelRoutes.settings}?tab=security`),
  keys: inTeam(panelRoutes.keys),
  connected: inTeam(panelRoutes.connected),
  agents: inTeam(panelRoutes.agents),
  webhooks: inTeam(panelRoutes.webhooks),
  activity: inTeam(panelRoutes.activity),
  questions: inTeam(panelRoutes.questions),
  recordings: inTeam(panelRoutes.recordings),
  recording: (id: string) => inTeam(panelRoutes.recording(id)),
  stream: (deviceId: string) => inTeam(panelRoutes.stream(deviceId)),
  /** The stream frame: a page of its own without React. */
  frame: (deviceId: string) => inTeam(`/frame/${deviceId}`),
  unauthorizedStream: (deviceId?: string) =>
    inTeam(deviceId ? `/unauthorized-stream/${deviceId}` : '/unauthorized-stream'),
} as const;

/** A path with a query, which may be empty. The path keeps its own query, unless the other one sets the same name. */
export function withQuery(path: string, query: URLSearchParams): string {
  const [pathname = '', own = ''] = path.split('?');
  const all = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(own)) if (!all.has(name)) all.append(name, value);
  const text = all.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
