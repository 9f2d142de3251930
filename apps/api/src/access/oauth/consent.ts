// A person's consent to a program: what it asks for, and their answer. A request of a browser counts only in the browser
// that began it, which its cookie shows; a code of a device counts once and can't be guessed.
import type { Asked, Consent, ProgramPermission } from '@pocketfleet/contract';
import { commandLineClient, programPermissions } from '@pocketfleet/contract';
import type Provider from 'oidc-provider';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { readCookie } from '../../platform/cookies.ts';
import type { Db } from '../../platform/database.ts';
import { countAgainstLimit, type Limit, refund } from '../../platform/limits.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { requestCookie } from './oauth-names.ts';
import { updateAnswered } from './records.sql.ts';

/** Wrong codes of one person. */
const codeLimit: Limit = { name: 'user-code', count: 5, windowS: 600 };

export type ConsentDeps = {
  db: Db;
  clock: Clock;
  getProvider: () => Promise<Provider>;
  config: { publicUrl: string };
};
/** The person who answers, and their browser. */
export type Answering = { user_id: string; cookies: string | undefined; userAgent: string };

type Interaction = InstanceType<Provider['Interaction']>;
type DeviceCode = InstanceType<Provider['DeviceCode']>;
export type Request = { interaction: Interaction } | { code: DeviceCode };

/** Throws request_ended for a request that is over or another browser's, too_many_requests. */
export async function findRequest(deps: ConsentDeps, asked: Asked, who: Answering): Promise<Request> {
  if ('user_code' in asked) return { code: await findCode(deps, asked.user_code, who.user_id) };
  const isHttps = deps.config.publicUrl.startsWith('https:');
  const isThisBrowser = readCookie(who.cookies, requestCookie(isHttps)) === asked.request_id;
  const interaction = isThisBrowser
    ? await (await deps.getProvider()).Interaction.find(asked.request_id)
    : undefined;
  if (interaction !== undefined && interaction.result === undefined) return { interaction };
  throw endedRequest();
}

async function findCode(deps: ConsentDeps, typed: string, userId: string): Promise<DeviceCode> {
  await countAgainstLimit(deps.db, codeLimit, userId);
  const userCode = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const { DeviceCode } = await deps.getProvider();
  const code = userCode === '' ? undefined : await DeviceCode.findByUserCode(userCode);
  if (code === undefined || code.accountId !== undefined || code.error !== undefined) {
    throw wrongCode();
  }
  await refund(deps.db, codeLimit, userId);
  return code;
}

/** The request as the person sees it before they decide. */
export function describeRequest(request: Request, who: Answering): Consent {
  const params = paramsOf(request);
  const client_id = String(params['client_id']);
  const redirect = URL.parse(String(params['redirect_uri'] ?? ''));
  const asked = new Set(String(params['scope'] ?? '').split(' '));
  const shared = {
    ...programOf(client_id),
    permissions: programPermissions.filter((each) => asked.has(each)),
  };
  if ('interaction' in request) {
    const redirect_host = redirect === null ? null : redirect.host || redirect.protocol;
    return { kind: 'browser', ...shared, redirect_host, machine: who.userAgent, address: null };
  }
  const { machine = '', address = '' } = (request.code.deviceInfo ?? {}) as Record<string, string>;
  return { kind: 'device', ...shared, redirect_host: null, machine, address };
}

/** A program is named by its host, because its own name for itself proves nothing. */
export function programOf(clientId: string): { program: string; client_id: string; is_ours: boolean } {
  const is_ours = clientId === commandLineClient;
  const program = is_ours ? 'Pocketfleet command line' : (URL.parse(clientId)?.host ?? clientId);
  return { program, client_id: clientId, is_ours };
}

export function paramsOf(request: Request): Record<string, unknown> {
  return ('interaction' in request ? request.interaction.params : request.code.params) ?? {};
}

/**
 * Hands the approval on: the browser returns to the program, or the device's next call gets its tokens. To be called in the
 * transaction that makes the connection, because a request is approved once. Throws request_ended.
 */
export async function approveRequest(
  tx: Db,
  { clock }: Pick<ConsentDeps, 'clock'>,
  request: Request,
  approval: {
    user_id: string;
    connection_id: string;
    permissions: readonly ProgramPermission[];
    resource: string;
  },
): Promise<string | null> {
  const { user_id: accountId, connection_id: grantId, resource } = approval;
  const scope = approval.permissions.join(' ');
  if ('interaction' in request) {
    const { interaction } = request;
    // The person's choice takes the place of the requested permissions.
    const params = { ...interaction.params, scope, resource };
    const result = { login: { accountId, remember: false }, consent: { grantId } };
    return answerBrowser(tx, interaction, { params, result });
  }
  const authTime = Math.floor(clock.nowMs() / 1000);
  const payload = { accountId, grantId, scope, resource, authTime };
  await answerDevice(tx, request.code, { payload, connection_id: grantId });
  return null;
}

export async function denyRequest(deps: ConsentDeps, request: Request): Promise<string | null> {
  const refusal = { error: 'access_denied', error_description: 'The person has refused.' };
  if ('interaction' in request) return answerBrowser(deps.db, request.interaction, { result: refusal });
  const payload = { error: refusal.error, errorDescription: refusal.error_description };
  await answerDevice(deps.db, request.code, { payload, connection_id: null });
  return null;
}

/** Returns where the browser goes. */
async function answerBrowser(
  db: Db,
  { jti, returnTo }: Interaction,
  payload: Record<string, unknown>,
): Promise<string> {
  const answer = { payload, connection_id: null };
  if (await updateAnswered(db, { request_hash: hashSecret(jti) }, answer)) return returnTo;
  throw endedRequest();
}

function endedRequest(): AppError {
  const detail =
    'This request has ended, or was begun in another browser. Start again from the program that you want to connect.';
  return new AppError('request_ended', { detail });
}

async function answerDevice(
  db: Db,
  { userCode }: DeviceCode,
  answer: Parameters<typeof updateAnswered>[2],
): Promise<void> {
  if (!(await updateAnswered(db, { user_code: userCode }, answer))) throw wrongCode();
}

function wrongCode(): AppError {
  return new AppError('request_ended', {
    detail: 'This code isn’t right, or has ended. Check it on your device, or start again there.',
  });
}
