// Signing in and out, the operators' accounts, the audit log.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type OperatorSession, operatorRoutes as routes } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { lists, type PageOptions, pageQuery, withReason, works } from '../context.ts';
import { CommandError } from '../exit-codes.ts';
import { createOperatorApi, type OperatorApi } from '../operator-api.ts';
import { forgetSession, writeSession } from '../session-file.ts';
import type { Terminal } from '../terminal.ts';

const defaultUrl = 'http://localhost:4001';

export function addSession(program: Command, terminal: Terminal): void {
  works<{ url: string; username?: string }>(
    program
      .command('sign-in')
      .description('sign in; asks for the password and the code, or reads them from stdin, a line each')
      .option('--url <address>', 'the operators’ port', terminal.env['POCKETFLEET_URL'] ?? defaultUrl)
      .option('--username <name>', 'who you are'),
    terminal,
    async ({ out }, { url, username: given }) => {
      const username = given ?? (await terminal.ask('Username'));
      const password = await terminal.ask('Password', { isSecret: true });
      const api = createOperatorApi({ url, token: undefined });
      const begun = await api.call(routes.signIn, { body: { username, password } });
      const session = await secondStep(api, terminal, begun);
      writeSession(terminal.env, { url: new URL(url).origin, token: api.token() ?? '', username });
      out.done(session, `Signed in as ${username} (${session.operator.role}) until ${session.expires_at}.`);
    },
  );

  works(program.command('sign-out').description('end this session'), terminal, async ({ out, api }) => {
    const answer = await api().call(routes.signOut);
    forgetSession(terminal.env);
    out.done(answer, answer.message);
  });

  works(program.command('whoami').description('who is signed in'), terminal, async ({ out, api }) => {
    const session = await api().call(routes.getSession);
    const may = session.permissions.join(', ');
    out.done(session, `${session.operator.username} (${session.operator.role}) may: ${may}`);
  });

  const operators = program.command('operators').description('our team’s accounts');
  works<PageOptions>(lists(operators.command('list')), terminal, async ({ out, api }, options) => {
    out.rows(await api().call(routes.listOperators, { query: pageQuery(options) }), [
      ['USERNAME', (row) => row.username],
      ['ROLE', (row) => row.role],
      ['AUTHENTICATOR', (row) => (row.has_authenticator ? 'yes' : 'no')],
      ['DISABLED', (row) => (row.is_disabled ? 'yes' : 'no')],
      ['LAST SEEN', (row) => row.last_seen_at],
    ]);
  });
  works<{ role: string; reason: string }>(
    withReason(
      operators
        .command('create')
        .argument('<username>')
        .description('a new account; asks for its password, or reads it from stdin')
        .requiredOption('--role <role>', 'support or admin'),
    ),
    terminal,
    async ({ out, api }, { role, reason }, [username = '']) => {
      const password = await terminal.ask(`Password for ${username}`, { isSecret: true });
      const made = await api().call(routes.createOperator, { body: { username, password, role, reason } });
      out.done(made, `${made.username} can sign in as ${made.role}.`);
    },
  );
  for (const is_disabled of [true, false]) {
    works<{ reason: string }>(
      withReason(operators.command(is_disabled ? 'disable' : 'enable').argument('<username>')),
      terminal,
      async ({ out, api }, { reason }, [username = '']) => {
        const { rows } = await api().call(routes.listOperators, { query: { per_page: 1_000 } });
        const found = rows.find((row) => row.username === username);
        if (found === undefined) throw new CommandError('not_found', `There is no operator "${username}".`);
        const answer = await api().call(routes.updateOperator, {
          params: { id: found.id },
          body: { is_disabled, reason },
        });
        out.done(answer, `${username} is ${is_disabled ? 'disabled' : 'enabled'}.`);
      },
    );
  }

  addChanges(operators, terminal);

  works<PageOptions & { operator?: string; act?: string; outcome?: 'done' | 'refused' | 'failed' }>(
    lists(program.command('log').description('what the team did, newest first'))
      .option('--operator <name>')
      .option('--act <name>')
      .option('--outcome <outcome>', 'done, refused or failed'),
    terminal,
    async ({ out, api }, { operator, act, outcome, ...options }) => {
      const { q: _, ...page } = pageQuery(options);
      const query = { ...page, operator, act, outcome };
      out.rows(await api().call(routes.listAuditLog, { query }), [
        ['AT', (row) => row.at],
        ['WHO', (row) => row.operator],
        ['ACT', (row) => row.act],
        ['WHAT', (row) => `${row.subject} ${row.subject_id ?? ''}`],
        ['OUTCOME', (row) => row.outcome],
        ['WHY', (row) => row.refusal ?? row.reason],
      ]);
    },
  );

  program
    .command('create-operator')
    .argument('<username>')
    .description('the first account: on the machine of the control plane, with DATABASE_URL')
    .requiredOption('--role <role>', 'support or admin')
    .action(async (username: string, { role }: { role: string }) => {
      const password = await terminal.ask(`Password for ${username}`, { isSecret: true });
      await createFirstOperator(terminal, { username, role, password });
    });
}

async function secondStep(
  api: OperatorApi,
  terminal: Terminal,
  session: OperatorSession,
): Promise<OperatorSession> {
  if (session.step === 'done') return session;
  if (session.step === 'code') {
    const code = await terminal.ask('Code of your authenticator, or a recovery code');
    return api.call(routes.enterCode, { body: { code } });
  }
  const { otpauth_uri, secret } = await api.call(routes.beginTotp);
  terminal.writeError(`Add this to your authenticator:\n  ${otpauth_uri}\n  or type the secret ${secret}\n`);
  const code = await terminal.ask('Code that it shows');
  const { recovery_codes, ...done } = await api.call(routes.confirmTotp, { body: { code } });
  terminal.writeError(`Recovery codes, shown this once:\n  ${recovery_codes.join('\n  ')}\n`);
  return done;
}

/** The control plane's own program does it: this one knows no database. */
async function createFirstOperator(
  terminal: Terminal,
  operator: { username: string; role: string; password: string },
): Promise<void> {
  const entry = join(import.meta.dirname, '../../../api/src/create-operator.ts');
  const child = spawn(process.execPath, [entry, operator.username, operator.role], {
    env: terminal.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(`${operator.password}\n`);
  let said = '';
  child.stdout.on('data', (chunk) => terminal.write(String(chunk)));
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new CommandError('refused', said.trim() || 'The operator was not made.');
}
