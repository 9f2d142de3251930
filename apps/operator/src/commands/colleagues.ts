// Commands for our team's accounts.

import type { Terminal } from '@pocketfleet/command-line';
import { CommandError } from '@pocketfleet/command-line';
import { type BodyOf, operatorRoutes as routes } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { lists, type PageOptions, pageQuery, withReason, works } from '../context.ts';

type Change = Omit<BodyOf<typeof routes.updateOperator>, 'reason'>;

export function addColleagues(program: Command, terminal: Terminal): void {
  const operators = program.command('operators').description('our team’s accounts');
  works<PageOptions>(lists(operators.command('list')), terminal, async ({ out, api }, options) => {
    out.rows(await api().call(routes.listOperators, { query: pageQuery(options) }), [
      ['USERNAME', (row) => row.username],
      ['ROLE', (row) => row.role],
      ['AUTHENTICATOR', (row) => (row.has_authenticator ? 'yes' : 'no')],
      ['DISABLED', (row) => (row.is_disabled ? 'yes' : 'no')],
      ['ALARMS TO', (row) => row.email],
      ['LAST SEEN', (row) => row.last_seen_at],
    ]);
  });
  works<{ role: string; email?: string; reason: string }>(
    withReason(
      operators
        .command('create')
        .argument('<username>')
        .description('a new account; asks for its password, or reads it from stdin')
        .requiredOption('--role <role>', 'support or admin')
        .option('--email <address>', 'where alarms are mailed'),
    ),
    terminal,
    async ({ out, api }, { role, email, reason }, [username = '']) => {
      const password = await terminal.ask(`Password for ${username}`, { isSecret: true });
      const made = await api().call(routes.createOperator, {
        body: { username, password, role, reason, ...(email === undefined ? {} : { email }) },
      });
      out.done(made, `${made.username} can sign in as ${made.role}.`);
    },
  );

  const changes = (
    name: string,
    description: string,
    change: (value: string) => Change,
    said: string,
    value = '',
  ) =>
    works<{ reason: string }>(
      withReason(operators.command(`${name} <username> ${value}`.trim()).description(description)),
      terminal,
      async ({ out, api }, { reason }, [username = '', given = '']) => {
        const { rows } = await api().call(routes.listOperators, { query: { per_page: 1_000 } });
        const found = rows.find((row) => row.username === username);
        if (found === undefined) throw new CommandError('not_found', `There is no operator "${username}".`);
        const body = { ...change(given), reason };
        const answer = await api().call(routes.updateOperator, { params: { id: found.id }, body });
        out.done(answer, `${username} ${said}.`);
      },
    );
  changes('disable', 'can’t sign in any more', () => ({ is_disabled: true }), 'is disabled');
  changes('enable', 'can sign in again', () => ({ is_disabled: false }), 'is enabled');
  changes('set-role', 'another role', (role) => ({ role }), 'has another role', '<role>');
  changes(
    'set-email',
    'where alarms are mailed; none ends it',
    (address) => ({ email: address === 'none' ? null : address }),
    'has another address',
    '<address>',
  );
  changes(
    'reset-authenticator',
    'forget a lost authenticator and its recovery codes',
    () => ({ forget_authenticator: true }),
    'sets up a new authenticator at the next sign-in',
  );
}
