import { CommandError, type Terminal } from '@pocketfleet/command-line';
import type { Command } from 'commander';
import { createAccount, openAccount, sessionFile, urlOf } from '../account.ts';
import { works } from '../command.ts';

export function addAccount(program: Command, terminal: Terminal): void {
  works<{ url: string; username?: string }>(
    program
      .command('login')
      .description('sign in; asks for username (or email) and password, or reads a line each from stdin')
      .option('--url <address>', 'the site that you rent from', urlOf(terminal.env))
      .option('--username <name>', 'who you are'),
    terminal,
    async ({ out }, { url, username: given }) => {
      const visitor = createAccount(url, null);
      const username = given ?? (await terminal.ask('Username or email'));
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
      await openAccount(terminal.env).call('logout');
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
