// For test/action-dialog.browser.test.ts: buttons that open an action's dialog. The first call is refused.
import { ApiError } from '@pocketfleet/client';
import type { TeamClient } from '@pocketfleet/client-team';
import { Button, Menu, MenuItem, ThemeProvider, Toaster } from '@pocketfleet/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '../api/api-provider.tsx';
import type { Action, ActionWithResult } from './action.ts';
import { ActionProvider, useOpenAction } from './action-dialog.tsx';
import '../app/console.css';

const client: TeamClient = { call: () => Promise.reject(new Error('the actions below call nothing')) };
let callCount = 0;

const refund: Action = {
  title: 'Refund PF-1',
  text: 'The money goes back to the card.',
  submit: 'Refund',
  isDangerous: true,
  done: 'The refund is on its way',
  fields: [
    { kind: 'money', name: 'amount', label: 'Amount', initial: '20.00' },
    {
      kind: 'choice',
      name: 'method',
      label: 'Method',
      options: [
        { value: 'card', label: 'Card' },
        { value: 'bank', label: 'Bank' },
      ],
    },
    { kind: 'check', name: 'notify', label: 'Notify the customer', hint: 'By mail.' },
  ],
  run: async (_, values) => {
    callCount += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (callCount > 1) {
      document.title = [
        values.cents('amount'),
        values.text('method'),
        values.isChecked('notify'),
        values.reason,
      ].join(' ');
      return;
    }
    throw new ApiError({
      status: 422,
      code: 'validation_failed',
      detail: 'Check the fields.',
      fields: { amount: 'More than was paid' },
    });
  },
};

const enrol: ActionWithResult<{ code: string }> = {
  title: 'Enrol a host',
  text: 'One host can join with the code.',
  submit: 'Create a code',
  done: 'The code was created',
  run: () => Promise.resolve({ code: 'K7-PQ' }),
  result: ({ code }) => <p>Your code: {code}</p>,
};

function Fixture() {
  const openAction = useOpenAction();
  return (
    <>
      <button type="button" onClick={() => openAction(refund)}>
        Open refund
      </button>
      <button type="button" onClick={() => openAction(enrol)}>
        Open enrolment
      </button>
      <Menu trigger={<Button>Actions for PF-1</Button>}>
        <MenuItem onSelect={() => openAction(refund)}>Refund</MenuItem>
      </Menu>
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ThemeProvider>
      <ApiProvider client={client}>
        <QueryClientProvider client={new QueryClient()}>
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
