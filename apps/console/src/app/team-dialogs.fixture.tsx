// For team-dialogs.browser.test.ts: the team's real actions, with a client that refuses the first call of each.
import { ApiError } from '@pocketfleet/client';
import type { TeamClient } from '@pocketfleet/client-team';
import type { PaymentRow } from '@pocketfleet/contract';
import { Button, Menu, MenuItem, ThemeProvider, Toaster } from '@pocketfleet/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '../api/api-provider.tsx';
import { phoneActions } from '../features/fleet/phone-actions.ts';
import { samplePhone, sampleTenant } from '../features/fleet/sample-phone.ts';
import { orderActions, paymentActions } from '../features/orders/order-actions.ts';
import type { QuotableOrder } from '../features/orders/quotable-order.ts';
import { ActionProvider, useOpenAction } from '../parts/action-dialog.tsx';
import './console.css';

type Call = { name: string; input: { params?: object; query?: Record<string, unknown>; body?: object } };
/** The calls that change something, in their order; the test reads them from the window. */
const sent: Call[] = [];
Object.assign(window, { sent });

const nowMs = Date.parse('2026-11-25T12:00:00Z');
const id = '00000000-0000-4000-8000-000000000001';

const order: QuotableOrder = {
  id,
  number: 'PF-1042',
  state: 'requested',
  is_request: true,
  request_note: 'Pixel phones, please.',
  amount: 156_000,
  quote: null,
  customer_name: 'Grace Hopper',
  phone_count: 12,
  models: [{ model: 'Pixel 8', count: 4 }],
  start_date: '2026-12-01T09:00:00.000Z',
  end_date: '2027-01-01T09:00:00.000Z',
  period: 'month',
  number_of_periods: 1,
};

const payment: PaymentRow = {
  id,
  order_id: id,
  order_number: 'PF-1042',
  user_id: id,
  username: 'grace',
  method: 'card',
  amount: 5_000,
  status: 'succeeded',
  is_mismatched: false,
  reference: 'pi_1',
  refunded_amount: 0,
  left_amount: 5_000,
  refunds: [],
  disputes: [],
  recorded_by: null,
  created_at: '2026-11-20T09:00:00Z',
};

const grace = { username: 'grace', first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };

/** Six phones are free, and all twelve from December 17; "grace" is the only customer. */
const reads: Record<string, (query: Record<string, unknown>) => unknown> = {
  checkStock: ({ start_date }) => {
    const isLater = String(start_date) >= '2026-12-17T09:00';
    const next_available_start = isLater ? start_date : '2026-12-17T09:00:00.000Z';
    return { free_count: isLater ? 12 : 6, next_available_start };
  },
  listCustomers: ({ q }) => ({ rows: 'grace hopper'.includes(String(q).toLowerCase()) ? [grace] : [] }),
};

const refusals: Record<string, Record<string, string>> = {
  quoteRequest: { reserve_until: 'Only 6 of 12 phones are free.' },
  assignPhone: { username: 'This customer is suspended.' },
  refundPayment: { amount: 'Only $50.00 are left.' },
};

const client = {
  call: async (name: string, input: Call['input'] = {}) => {
    const read = reads[name];
    if (read) return read(input.query ?? {});
    const isFirst = sent.every((call) => call.name !== name);
    sent.push({ name, input });
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (!isFirst) return {};
    const fields = refusals[name];
    throw new ApiError({
      status: 409,
      code: 'conflict',
      detail: 'This was just changed by a colleague.',
      ...(fields ? { fields } : {}),
    });
  },
} as unknown as TeamClient;

const actions = [
  ...orderActions(order, nowMs),
  ...phoneActions(samplePhone(), nowMs).filter(({ label }) => label === 'Assign'),
  ...phoneActions(samplePhone({ tenant: { ...sampleTenant, order_id: id } }), nowMs).filter(
    ({ label }) => label === 'Quarantine',
  ),
  ...paymentActions(payment),
];

function Fixture() {
  const openAction = useOpenAction();
  return (
    <Menu trigger={<Button>Actions</Button>}>
      {actions.map(({ label, action }) => (
        <MenuItem key={label} onSelect={() => openAction(action)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ThemeProvider>
      <ApiProvider client={client}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <main tabIndex={-1}>
            <ActionProvider>
              <Fixture />
            </ActionProvider>
          </main>
          <Toaster theme="light" />
        </QueryClientProvider>
      </ApiProvider>
    </ThemeProvider>,
  );
}
