// Commands for orders, payments, refunds, customers, messages, and the audit of money and inventory.

import type { Terminal } from '@pocketfleet/command-line';
import { CommandError, usd } from '@pocketfleet/command-line';
import { type CustomerStanding, type OrderState, operatorRoutes as routes } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { lists, type PageOptions, pageQuery, withReason, works } from '../context.ts';
import { findCustomerId, findOrderId } from '../find.ts';

type Reason = { reason: string };

type DateOptions = { start?: string; period?: 'day' | 'week' | 'month'; periods?: string };
type QuoteOptions = DateOptions & {
  amount: string;
  note?: string;
  validDays?: string;
  reserveUntil?: string;
};

export function addOrders(program: Command, terminal: Terminal): void {
  const orders = program.command('orders').description('orders and sales requests');
  works<PageOptions & { state?: OrderState; kind?: 'request' | 'order' }>(
    lists(orders.command('list')).option('--state <state>').option('--kind <kind>', 'request or order'),
    terminal,
    async ({ out, api }, { state, kind, ...options }) => {
      out.rows(await api().call(routes.listOrders, { query: { ...pageQuery(options), state, kind } }), [
        ['NUMBER', (row) => row.number],
        ['STATE', (row) => row.state],
        ['CUSTOMER', (row) => row.username],
        ['PHONES', (row) => row.phone_count],
        ['FROM', (row) => row.start_date],
        ['TO', (row) => row.end_date],
        ['AMOUNT', (row) => usd(row.amount)],
        ['PAID', (row) => usd(row.paid_amount - row.refunded_amount - row.disputed_amount)],
      ]);
    },
  );
  works(
    orders.command('show').argument('<order>', 'its number or id'),
    terminal,
    async ({ out, api }, _, [name = '']) => {
      const order = await api().call(routes.getOrder, { params: { id: await findOrderId(api(), name) } });
      if (out.isJson) return out.done(order, '');
      out.print(
        `${order.number} ${order.state}, ${order.customer_name} (${order.username}), ${usd(order.amount)}`,
      );
      out.rows({ rows: order.payments }, [
        ['PAYMENT', (row) => row.id, 'whole'],
        ['METHOD', (row) => row.method],
        ['STATUS', (row) => row.status],
        ['AMOUNT', (row) => usd(row.amount)],
        ['BACK', (row) => usd(row.refunded_amount)],
        ['REFERENCE', (row) => row.reference],
      ]);
      out.rows({ rows: order.phones }, [
        ['PHONE', (row) => row.tag],
        ['STATE', (row) => row.state],
        ['UNTIL', (row) => row.expires_at],
      ]);
    },
  );
  works<Reason & QuoteOptions>(
    withReason(
      withDates(
        orders
          .command('quote')
          .argument('<order>')
          .description(routes.quoteRequest.summary)
          .requiredOption('--amount <cents>')
          .option('--note <text>')
          .option('--valid-days <days>')
          .option(
            '--reserve-until <instant>',
            'reserves the phones until then; nothing is reserved if left out',
          ),
      ),
    ),
    terminal,
    async ({ out, api }, { amount, note, validDays, reserveUntil, reason, ...dates }, [name = '']) => {
      const id = await findOrderId(api(), name);
      const body = {
        amount: cents(amount),
        reason,
        ...(note === undefined ? {} : { note }),
        ...(validDays === undefined ? {} : { valid_days: Number(validDays) }),
        ...datesOf(dates),
        ...(reserveUntil === undefined ? {} : { reserve_until: reserveUntil }),
      };
      const order = await api().call(routes.quoteRequest, { params: { id }, body });
      const reserved = order.quote?.reserved_until
        ? `its phones are reserved until ${order.quote.reserved_until}`
        : 'no phones are reserved';
      out.done(order, `${order.number} is quoted at ${usd(order.amount)}; ${reserved}.`);
    },
  );
  works<DateOptions>(
    withDates(orders.command('stock').argument('<order>').description(routes.checkStock.summary)),
    terminal,
    async ({ out, api }, dates, [name = '']) => {
      const id = await findOrderId(api(), name);
      const query = datesOf(dates);
      const stock = await api().call(routes.checkStock, { params: { id }, query });
      const next = stock.next_available_start;
      out.done(
        stock,
        `${stock.free_count} free; ${next === null ? 'not all at once within 6 months' : `all from ${next}`}.`,
      );
    },
  );
  works<Reason & { amount: string; method: 'bank_transfer' | 'cryptocurrency'; reference: string }>(
    withReason(
      orders
        .command('record-payment')
        .argument('<order>')
        .description(routes.recordPayment.summary)
        .requiredOption('--amount <cents>')
        .requiredOption('--method <method>', 'bank_transfer or cryptocurrency')
        .requiredOption('--reference <text>'),
    ),
    terminal,
    async ({ out, api }, { amount, method, reference, reason }, [name = '']) => {
      const id = await findOrderId(api(), name);
      const body = { amount: cents(amount), method, reference, reason };
      const order = await api().call(routes.recordPayment, { params: { id }, body });
      out.done(order, `${order.number} is ${order.state}.`);
    },
  );
  works<Reason>(
    withReason(orders.command('lost').argument('<order>').description(routes.closeRequest.summary)),
    terminal,
    async ({ out, api }, { reason }, [name = '']) => {
      const id = await findOrderId(api(), name);
      const order = await api().call(routes.closeRequest, { params: { id }, body: { reason } });
      out.done(order, `${order.number} is ${order.state}.`);
    },
  );
  works<Reason & { amount: string; reference?: string }>(
    withReason(
      program
        .command('refund')
        .argument('<payment>', 'its id: orders show')
        .description(routes.refundPayment.summary)
        .requiredOption('--amount <cents>')
        .option('--reference <text>', 'how it went back, for payments without a card'),
    ),
    terminal,
    async ({ out, api }, { amount, reference, reason }, [id = '']) => {
      const body = { amount: cents(amount), reason, ...(reference === undefined ? {} : { reference }) };
      const order = await api().call(routes.refundPayment, { params: { id }, body });
      out.done(order, `${usd(body.amount)} of ${order.number} goes back.`);
    },
  );
}

export function addCustomers(program: Command, terminal: Terminal): void {
  const customers = program.command('customers').description('who rents');
  works<PageOptions & { standing?: CustomerStanding }>(
    lists(customers.command('list')).option('--standing <standing>', 'good, restricted or suspended'),
    terminal,
    async ({ out, api }, { standing, ...options }) => {
      out.rows(await api().call(routes.listCustomers, { query: { ...pageQuery(options), standing } }), [
        ['USERNAME', (row) => row.username],
        ['NAME', (row) => `${row.first_name} ${row.last_name}`],
        ['EMAIL', (row) => row.email],
        ['STANDING', (row) => row.standing],
        ['PHONES', (row) => row.active_phone_count],
        ['PAID', (row) => usd(row.paid_amount)],
      ]);
    },
  );
  works<Reason & { phones?: 'keep' | 'end' }>(
    withReason(
      customers
        .command('set-standing')
        .argument('<customer>', 'username, e-mail address or id')
        .argument('<standing>', 'good, restricted or suspended')
        .description(routes.setCustomerStanding.summary)
        .option('--phones <what>', 'keep, or end with a suspension'),
    ),
    terminal,
    async ({ out, api }, { phones, reason }, [name = '', standing = '']) => {
      const id = await findCustomerId(api(), name);
      const body = {
        standing: standing as CustomerStanding,
        reason,
        ...(phones === undefined ? {} : { phones }),
      };
      const row = await api().call(routes.setCustomerStanding, { params: { id }, body });
      out.done(row, `${row.username} is ${row.standing}; ${row.ended_assignments} assignments ended.`);
    },
  );

  const messages = program.command('messages').description('the contact form');
  works<PageOptions & { state?: 'open' | 'answered' }>(
    lists(messages.command('list')).option('--state <state>', 'open or answered'),
    terminal,
    async ({ out, api }, { state, ...options }) => {
      const query = { ...pageQuery(options), ...(state === undefined ? {} : { state }) };
      out.rows(await api().call(routes.listMessages, { query }), [
        ['ID', (row) => row.id, 'whole'],
        ['AT', (row) => row.created_at],
        ['FROM', (row) => `${row.name} <${row.email}>`],
        ['PRIORITY', (row) => (row.is_priority ? 'yes' : '')],
        ['MESSAGE', (row) => row.message.slice(0, 60)],
      ]);
    },
  );
  works<Reason>(
    withReason(
      messages.command('answered').argument('<id>').description('it was answered; the reason says how'),
    ),
    terminal,
    async ({ out, api }, { reason }, [id = '']) => {
      out.done(await api().call(routes.answerMessage, { params: { id }, body: { reason } }), 'Noted.');
    },
  );
}

export function addAudit(program: Command, terminal: Terminal): void {
  works(
    program.command('audit').description('check the invariants of money and inventory on the live database'),
    terminal,
    async ({ out, api, terminal: { progress } }) => {
      const shown = progress('Checking');
      const answer = await api()
        .call(routes.runMoneyAudit)
        .finally(() => shown.end('Checked'));
      const broken = answer.checks.filter((check) => holdsWord(check) !== 'yes');
      if (out.isJson) out.done(answer, '');
      else
        out.rows({ rows: answer.checks }, [
          ['CHECK', (check) => check.id],
          ['HOLDS', holdsWord],
          ['INVARIANT', (check) => check.promise],
        ]);
      if (broken.length > 0) {
        throw new CommandError(
          'broken_promise',
          `Broken or not checked: ${broken.map((check) => check.id).join(', ')}`,
        );
      }
    },
  );
}

/** A check that could not run counts as failed, so that somebody looks at it. */
function holdsWord({
  breaches,
  failure,
}: {
  breaches: readonly unknown[];
  failure?: string | undefined;
}): string {
  if (failure !== undefined) return `NOT CHECKED: ${failure}`;
  return breaches.length === 0 ? 'yes' : `NO, ${breaches.length} rows`;
}

/** The server checks whether such a period is offered. */
function datesOf({ start, period, periods }: DateOptions) {
  return {
    ...(start === undefined ? {} : { start_date: start }),
    ...(period === undefined ? {} : { period }),
    ...(periods === undefined ? {} : { number_of_periods: Number(periods) }),
  };
}

/** The options of a quote's dates; what is left out stays as requested. */
function withDates(command: Command): Command {
  return command
    .option('--start <instant>', 'for example 2030-01-31T12:00:00Z')
    .option('--period <unit>', 'day, week or month')
    .option('--periods <number>', 'how many of them');
}

function cents(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new CommandError('usage', 'An amount must be in whole cents: 1990 for $19.90.');
  return Number(text);
}
