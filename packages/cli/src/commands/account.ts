import { CommandError, oneLine, type Terminal } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { createAccount, sessionFile, urlOf } from '../account.ts';
import { type Context, works } from '../command.ts';
import { giveBackTokens, loginByDevice } from '../device-login.ts';

export function addAccount(program: Command, terminal: Terminal): void {
  works<{ url: string; username?: string }>(
    program
      .command('login')
      .description('sign in: shows a code, which you enter on the site; with --username by password')
      .option('--url <address>', 'the site that you rent from', urlOf(terminal.env))
      .option('--username <name>', 'asks for your password instead, or reads it from stdin'),
    terminal,
    async ({ out }, { url, username: given }) => {
      const visitor = createAccount(url, null);
      if (given === undefined) return connectComputer({ terminal, out }, visitor.url);
      const username = given;
      const password = await terminal.ask('Password', { isSecret: true });
      const { access_token, expires_at } = await visitor.call('login', { body: { username, password } });
      const me = await createAccount(url, access_token).call('me');
      sessionFile.write(terminal.env, { url: visitor.url, token: access_token, username: me.username });
      out.done(
        { username: me.username, url: visitor.url, expires_at },
        `Signed in as ${me.username} until ${expires_at}.`,
      );
    },
  );

  works(program.command('logout').description('end this session'), terminal, async ({ out }) => {
    if (terminal.env['POCKETFLEET_KEY']) {
      throw new CommandError('usage', 'POCKETFLEET_KEY signs you in: unset it instead.');
    }
    try {
      const { url, token, refresh_token } = sessionFile.read(terminal.env);
      // At the session's own site, no matter which one POCKETFLEET_URL names.
      if (refresh_token === undefined) await createAccount(url, token).call('logout');
      else await giveBackTokens(url, refresh_token);
    } catch (error) {
      // A session that has ended already is signed out all the same.
      if (!(error instanceof CommandError) || error.exit !== 'not_signed_in') throw error;
    }
    sessionFile.forget(terminal.env);
    out.done({ signed_out: true }, 'Signed out.');
  });

  works(
    program.command('whoami').description('who is signed in, and where'),
    terminal,
    async ({ out, account }) => {
      const { url, call } = account();
      const me = await call('me');
      out.done({ ...me, url }, `${me.username} (${me.email}) at ${url}`);
    },
  );
}

/** The person agrees on the site, from any device; this program waits until they have answered. */
async function connectComputer(
  { terminal, out }: Pick<Context, 'terminal' | 'out'>,
  url: string,
): Promise<void> {
  const waiting = terminal.progress('Waiting for your answer');
  const tokens = await loginByDevice(url, ({ address, code, link }) => {
    const lines = [`Open ${address} and enter the code ${code}`, `Or open ${link}`];
    terminal.writeError(lines.map((line) => `${oneLine(line)}\n`).join(''));
  }).finally(() => waiting.end('Answered'));
  const me = await createAccount(url, tokens.token).call('me');
  sessionFile.write(terminal.env, { url, ...tokens, username: me.username });
  out.done({ username: me.username, url }, `Signed in as ${me.username}. “pocketfleet logout” ends it.`);
}
