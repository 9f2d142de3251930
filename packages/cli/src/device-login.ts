// Signing in by device code (RFC 8628): the person agrees on the site, so this program never sees their password. It gets
// tokens of one connection, which they can end there at any time.
import { hostname, platform } from 'node:os';
import { CommandError } from '@pocketfleet/command-line';
import { commandLineClient } from '@pocketfleet/contract';
import * as oauth from 'openid-client';
import { version } from './version.ts';

/** The permissions that commands of this program can need. The person chooses among them; at first only looking is chosen. */
const scope = 'watch control files apps shell adb screen record label secrets rent spend webhooks';

export type Tokens = { token: string; refresh_token: string; expires_at: string };

/** `show` tells the person where to go and what to type there. Throws CommandError when they refuse or don't come. */
export async function loginByDevice(
  url: string,
  show: (asked: { address: string; code: string; link: string }) => void,
): Promise<Tokens> {
  const server = await findServer(url);
  return told(url, async () => {
    const asked = await oauth.initiateDeviceAuthorization(server, { scope });
    const { verification_uri, verification_uri_complete = verification_uri, user_code } = asked;
    show({ address: verification_uri, code: user_code, link: verification_uri_complete });
    return tokensOf(await oauth.pollDeviceAuthorizationGrant(server, asked));
  });
}

/** The old refresh token is spent, whatever becomes of the answer. */
export async function renewTokens(url: string, refreshToken: string): Promise<Tokens> {
  const server = await findServer(url);
  return told(url, async () => tokensOf(await oauth.refreshTokenGrant(server, refreshToken)));
}

/** Ends the connection, as "Disconnect" on the site does. */
export async function giveBackTokens(url: string, refreshToken: string): Promise<void> {
  const server = await findServer(url);
  await told(url, () => oauth.tokenRevocation(server, refreshToken));
}

async function findServer(url: string): Promise<oauth.Configuration> {
  const isHttp = url.startsWith('http:');
  const userAgent = `pocketfleet/${version()} (${platform()}; ${hostname()})`.replace(/[^ -~]/g, '?');
  return told(url, () =>
    oauth.discovery(new URL(url), commandLineClient, undefined, oauth.None(), {
      algorithm: 'oauth2',
      // Only for this machine: account.ts refuses plain http elsewhere.
      execute: isHttp ? [oauth.allowInsecureRequests] : [],
      [oauth.customFetch]: (address, options) =>
        fetch(address, {
          ...options,
          headers: { ...options.headers, 'user-agent': userAgent },
        } as RequestInit),
    }),
  );
}

function tokensOf(answer: oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers): Tokens {
  const { access_token, refresh_token } = answer;
  if (refresh_token === undefined) throw new CommandError('failed', 'The server gave no refresh token.');
  const expires_at = new Date(Date.now() + (answer.expiresIn() ?? 0) * 1000).toISOString();
  return { token: access_token, refresh_token, expires_at };
}

const sentences: Readonly<Record<string, string>> = {
  access_denied: 'You refused it on the site.',
  expired_token: 'The code has ended. Run the command again.',
  invalid_grant: 'This computer is no longer connected. Sign in again: pocketfleet login',
};

/** Errors of the OAuth client as failures of the command. */
async function told<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    if (cause instanceof oauth.ResponseBodyError) {
      const sentence =
        sentences[cause.error] ?? `The server refused: ${cause.error_description ?? cause.error}`;
      throw new CommandError('not_signed_in', sentence, { cause });
    }
    if (isOtherName(cause)) {
      const name = cause.cause.body.issuer;
      throw new CommandError('usage', `The server at ${url} calls itself ${name}. Use --url ${name}`, {
        cause,
      });
    }
    throw new CommandError('unreachable', `${url} doesn't answer as a Pocketfleet site.`, { cause });
  }
}

/** The document of the server names another address than the one that was asked. */
function isOtherName(error: unknown): error is { cause: { body: { issuer: string } } } {
  const cause =
    error instanceof Error ? (error.cause as { attribute?: string; body?: { issuer?: unknown } }) : undefined;
  return cause?.attribute === 'issuer' && typeof cause.body?.issuer === 'string';
}
