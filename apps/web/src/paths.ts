// Every link of the site is built here.
export const paths = {
  home: '/',
  pricing: '/#pricing',
  terms: '/terms',
  privacy: '/privacy',
  acceptableUse: '/acceptable-use',
  refunds: '/refunds',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  account: '/account',
  dashboard: '/dashboard',
  devices: '/devices',
  rent: '/rent',
  /** The rent page with availability at first sight: the start follows the clock. */
  rentNow: '/rent?start=now',
  /** The rent page with a period chosen; the selection lives in its address (spec-decisions 22). */
  rentFor: (period: string) => `/rent?period=${encodeURIComponent(period)}`,
  rentCheckout: '/rent/checkout',
  rentPayment: '/rent/payment',
  /** The payment of an existing order: an unpaid order, or a quote of our team. */
  payOrder: (orderId: string) => `/rent/payment?pay=${encodeURIComponent(orderId)}`,
  rentRequest: '/rent/request',
  history: '/history',
  settings: '/settings',
  stream: (deviceId: string) => `/devices/${deviceId}/stream`,
  /** The stream frame: a page of its own without React (spec-decisions 24). */
  frame: (deviceId: string) => `/frame/${deviceId}`,
  unauthorizedStream: (deviceId?: string) =>
    deviceId ? `/unauthorized-stream/${deviceId}` : '/unauthorized-stream',
} as const;

/** A path with a query, which may be empty. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
