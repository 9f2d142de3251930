// Every link of the console is built here.
export const paths = {
  now: '/',
  fleet: '/fleet',
  phone: (id: string) => `/phones/${id}`,
  hosts: '/hosts',
  calendar: '/calendar',
  cleanings: '/cleanings',
  alarms: '/alarms',
  orders: '/orders',
  order: (id: string) => `/orders/${id}`,
  requests: '/requests',
  payments: '/payments',
  messages: '/messages',
  customers: '/customers',
  workspaces: '/workspaces',
  workspace: (id: string) => `/workspaces/${id}`,
  audit: '/audit-log',
  integrityChecks: '/money-and-inventory',
  colleagues: '/colleagues',
  account: '/account',
} as const;

/** The addresses that have a page, as the router writes them. */
export const routePatterns: readonly string[] = Object.values(paths).map((path) =>
  typeof path === 'string' ? path : path(':id'),
);
