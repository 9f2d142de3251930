// Example bodies of calls, by operation id. A test checks each against the contract. Pure.
import type { RouteName } from '@pocketfleet/contract';

const selection = {
  phone_count: 2,
  start_date: '2030-01-01T12:00:00Z',
  period: 'week',
  number_of_periods: 1,
};

export const bodyExamples: { readonly [Name in RouteName]?: object } = {
  login: { username: 'ada', password: 'a long password' },
  makeKey: {
    name: 'Nightly tests',
    permissions: ['watch', 'control', 'screen', 'files'],
    phones: 'all',
    expires_at: '2030-06-30T00:00:00Z',
  },
  createShareLink: {
    permission: 'watch',
    phones: ['4f9a0c1e-7f0b-4a51-9d3c-2f6b1c8e5a10'],
    ends_at: '2030-01-02T12:00:00Z',
  },
  makeWebhook: { url: 'https://example.com/pocketfleet', events: ['rental.started', 'rental.ended'] },
  testWebhook: { type: 'rental.started' },
  listenToWebhooks: { after: `msg_${'0'.repeat(32)}` },
  namePhone: { label: 'Checkout tests' },
  startStream: { purpose: 'files' },
  waitForScreen: { text: 'Welcome', timeout_ms: 10_000 },
  actOnDevice: { action: 'tap', ref: 'n12', action_id: 'order-17-step-3' },
  startApp: { package: 'com.android.settings' },
  validateAvailability: selection,
  createOrder: { ...selection, currency: 'usd', note: 'All of one model, if you can.' },
  createWorkspace: { name: 'Quality' },
  createInvitation: { email: 'grace@example.com', role: 'user', phones: 'all' },
};
