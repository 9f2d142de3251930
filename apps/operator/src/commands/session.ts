// Commands for signing in and out, the operator's own account, and the audit log.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Output, Terminal } from '@pocketfleet/command-line';
import { CommandError, jsonLine, oneLine } from '@pocketfleet/command-line';
import { type OperatorSession, operatorRoutes as routes } from '@pocketfleet/contract';
import type { Command } from 'commander';
import { lists, type PageOptions, pageQuery, works } from '../context.ts';
import { createOperatorApi, type OperatorApi } from '../operator-api.ts';
import { sessionFile } from '../session-file.ts';

/** The operators' address of `npm start`. */
const defaultUrlOf = (env: Terminal['env']): string =>
  env['POCKETFLEET_URL'] ?? env['OPERATOR_URL'] ?? `http://localhost:${env['OPERATOR_PORT'] ?? 4001}`;

export function addSession(program: Command, terminal: Terminal): void {
  works<{ url: string; username?: string }>(
    program
      .command('sign-in')
      .description(
        'sign in; asks for name, password and code, or reads from stdin what is not given, a line each',
      )
      .option('--url <address>', 'the operators’ port', defaultUrlOf(terminal.env))
      .option('--username <name>', 'who you are'),
    terminal,
    async ({ out }, { url, username: given }) => {
      const username = given ?? (await terminal.ask('Username'));
      const password = await terminal.ask('Password', { isSecret: true });
      const api = createOperatorApi({ url, token: undefined });
      const begun = await api.call(routes.signIn, { body: { username, password } });
      const session = await secondStep({ api, terminal, out }, begun);
      sessionFile.write(terminal.env, { url: new URL(url).origin, token: api.token() ?? '', username });
      out.done(session, `Signed in as ${username} (${session.operator.role}) until ${session.expires_at}.`);
    },
  );

  works(program.command('sign-out').description('end this session'), terminal, async ({ out, api }) => {
    const answer = await api().call(routes.signOut);
    sessionFile.forget(terminal.env);
    out.done(answer, answer.message);
  });

  works(program.command('whoami').description('who is signed in'), terminal, async ({ out, api }) => {
    const session = await api().call(routes.getSession);
    const may = session.permissions.join(', ');
    out.done(session, `${session.operator.username} (${session.operator.role}) may: ${may}`);
  });

  works(program.command('password').description('change your password'), terminal, async ({ out, api }) => {
    const current_password = await terminal.ask('Present password', { isSecret: true });
    const new_password = await terminal.ask('New password', { isSecret: true });
    const answer = await api().call(routes.changePassword, { body: { current_password, new_password } });
    out.done(answer, answer.message);
  });

  works(
    program.command('recovery-codes').description('new recovery codes in place of all older ones'),
    terminal,
    async ({ out, api }) => {
      const current_password = await terminal.ask('Password', { isSecret: true });
      const code = await terminal.ask('Code of your authenticator');
      const answer = await api().call(routes.createRecoveryCodes, { body: { current_password, code } });
      out.done(answer, 'Shown this once:', ...answer.recovery_codes.map((each) => `  ${each}`));
    },
  );

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
        ['WHAT', (row) => `${row.subject} ${row.subject_name ?? row.subject_id ?? ''}`],
        ['OUTCOME', (row) => row.outcome],
        ['WHY', (row) => row.refusal ?? row.reason],
      ]);
    },
  );

  works<{ role: string }>(
    program
      .command('create-operator')
      .argument('<username>')
      .description('the first account: on the machine of the control plane, with DATABASE_URL')
      .requiredOption('--role <role>', 'support or admin'),
    terminal,
    async ({ out }, { role }, [username = '']) => {
      const password = await terminal.ask(`Password for ${username}`, { isSecret: true });
      const said = await createFirstOperator(terminal, { username, role, password });
      out.done({ username, role }, said);
    },
  );
}

type SignIn = { api: OperatorApi; terminal: Terminal; out: Output };

/** Secrets that are shown once go to stderr for people; with --json the recovery codes are in the response. */
async function secondStep(
  { api, terminal, out }: SignIn,
  session: OperatorSession,
): Promise<OperatorSession> {
  if (session.step === 'done') return session;
  if (session.step === 'code') {
    const code = await terminal.ask('Code of your authenticator, or a recovery code');
    return api.call(routes.enterCode, { body: { code } });
  }
  const setUp = await api.call(routes.beginTotp);
  const say = (...lines: string[]) => terminal.writeError(lines.map((line) => `${oneLine(line)}\n`).join(''));
  if (out.isJson) terminal.writeError(`${jsonLine(setUp)}\n`);
  else
    say('Add this to your authenticator:', `  ${setUp.otpauth_uri}`, `  or type the secret ${setUp.secret}`);
  const code = await terminal.ask('Code that it shows');
  const confirmed = await api.call(routes.confirmTotp, { body: { code } });
  if (!out.isJson) {
    say('Recovery codes, shown this once:', ...confirmed.recovery_codes.map((each) => `  ${each}`));
  }
  return confirmed;
}

/** Runs the control plane's program for it, because the command line has no access to the database. */
async function createFirstOperator(
  terminal: Terminal,
  operator: { username: string; role: string; password: string },
): Promise<string> {
  const entry = join(import.meta.dirname, '../../../api/src/create-operator.ts');
  const child = spawn(process.execPath, [entry, operator.username, operator.role], {
    env: terminal.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(`${operator.password}\n`);
  let said = '';
  let refused = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    refused += String(chunk);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new CommandError('refused', refused.trim() || 'The operator was not created.');
  return said.trim();
}
