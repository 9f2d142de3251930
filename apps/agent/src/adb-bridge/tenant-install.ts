// Installs and uninstalls go to the tenant's own Android user. Without `--user`, Android's package manager acts on all
// users, so an app would stay on the phone after the tenant.
import type { Verdict } from './verdict.ts';

/** The commands of `pm` that act on all users unless told otherwise. */
const commands = new Set([
  'install',
  'install-create',
  'install-existing',
  'install-incremental',
  'install-streaming',
  'uninstall',
]);

/** Adds the tenant's user to a package command; refuses another user. Every other service stays as it is. */
export function withTenantUser(service: string, user: number): Verdict {
  const abb = /^(abb|abb_exec):package\0([\s\S]*)$/.exec(service);
  if (abb !== null) {
    return rewrite((abb[2] ?? '').split('\0'), user, (words) => `${abb[1]}:package\0${words.join('\0')}`);
  }
  const shell =
    /^((?:shell|exec)[^:]*:\s*(?:(?:\/system\/bin\/)?cmd package|(?:\/system\/bin\/)?pm)\s+)([\s\S]*)$/.exec(
      service,
    );
  if (shell === null) return { kind: 'open', service };
  return rewrite((shell[2] ?? '').split(' '), user, (words) => `${shell[1]}${words.join(' ')}`);
}

function rewrite(words: readonly string[], user: number, join: (words: string[]) => string): Verdict {
  const [command = '', ...rest] = words;
  // Older adb quotes each word for the shell.
  if (!commands.has(command.replaceAll("'", ''))) return { kind: 'open', service: join([...words]) };
  const at = rest.findIndex((word) => word.replaceAll("'", '') === '--user');
  if (at === -1) return { kind: 'open', service: join([command, '--user', String(user), ...rest]) };
  const named = (rest[at + 1] ?? '').replaceAll("'", '');
  if (named === String(user)) return { kind: 'open', service: join([...words]) };
  if (named === 'current' || named === 'cur') {
    const own = rest.map((word, index) => (index === at + 1 ? String(user) : word));
    return { kind: 'open', service: join([command, ...own]) };
  }
  return {
    kind: 'refuse',
    reason: `Apps are installed for your own Android user (${user}) only: leave --user out.`,
  };
}
