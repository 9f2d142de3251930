// Makes a connection from a person's consent. It gets what they chose, and never more than they have in that workspace.
import type { ProgramPermission } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { getUser } from '../../accounts/accounts.ts';
import { queueMail } from '../../mail/mail.ts';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Principal, Reach } from '../../platform/principal.ts';
import { createSecret, hashSecret } from '../../platform/secrets.ts';
import { recordActivity } from '../activity.ts';
import { selectMemberLimit } from '../keys.sql.ts';
import { lockKeys } from '../lock-keys.ts';
import { refuseWithoutFactor } from '../policy.ts';
import { connectedMail } from './connection-mails.ts';
import { countConnections, insertConnection } from './connections.sql.ts';
import { endConnectionIn } from './connections.ts';
import { approveRequest, type ConsentDeps, paramsOf, programOf, type Request } from './consent.ts';
import { resourceUrls } from './oauth-names.ts';
import { storeRecord } from './storage.ts';

export type ConnectDeps = ConsentDeps & {
  /** Ids of the devices that somebody has now or will have. Passed in, because access knows nothing of rentals. */
  listOwnPhones: (reach: Reach) => Promise<readonly string[]>;
};

export type Choice = {
  permissions: readonly ProgramPermission[];
  phones: 'all' | readonly string[];
  days: number;
  monthly_limit_cents: number;
  hours_a_day: number | null;
  actions_a_minute: number | null;
  /** Ids of the person's connections of this program that end with this consent. Those that have ended are passed over. */
  replaces: readonly string[];
};

const maxConnections = 100;

/**
 * `caller` is the person in the chosen workspace. The connection, its grant and the answer to the request are stored together,
 * so that one request makes one connection. Returns where a browser goes. Throws forbidden, second_factor_needed,
 * device_not_assigned, limit_reached, not_found, request_ended.
 */
export async function connectProgram(
  deps: ConnectDeps,
  caller: Principal,
  request: Request,
  { machine, replaces, ...choice }: Choice & { machine: string },
): Promise<string | null> {
  refuseWithoutFactor(caller);
  refuseMorePermissions(caller, choice);
  await refuseForeignPhones(deps, caller, choice.phones);
  const { client_id, program } = programOf(String(paramsOf(request)['client_id']));
  const resource = resourceOf(deps, request);
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const { user_id, workspace_id } = caller;
    for (const replaced of replaces)
      await endConnectionIn(tx, { id: replaced, workspace_id, user_id, client_id });
    if ((await countConnections(tx, caller.workspace_id)) >= maxConnections) {
      const detail = `There are ${maxConnections} connected programs, which is the most. Disconnect one that nobody uses any more.`;
      throw new AppError('limit_reached', { detail });
    }
    await refuseMoreMoney(tx, caller, choice.monthly_limit_cents);
    const { id, valid_s } = await insertConnection(tx, {
      ...choice,
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      token_hash: hashSecret(createSecret()),
      client_id,
      program: program.slice(0, 60),
      machine: machine.replace(/\p{Cc}/gu, ' ').slice(0, 300),
    });
    await recordActivity(tx, caller, { kind: 'program.connected', details: { id, name: program } });
    const user = await getUser({ db: tx }, caller.user_id);
    const content = connectedMail(
      user.first_name,
      { program, machine, ...choice },
      { ...deps.config, ...caller },
    );
    await queueMail(tx, { to: user.email, template: 'program_connected', content });
    await storeGrant(tx, deps, { connection_id: id, valid_s, client_id, resource, caller, choice });
    const { permissions } = choice;
    const approval = { user_id: caller.user_id, connection_id: id, permissions, resource };
    return approveRequest(tx, deps, request, approval);
  });
}

/** Stores in our transaction the same records as the library's own `save`. */
async function storeGrant(
  tx: Tx,
  { clock, getProvider }: ConnectDeps,
  made: {
    connection_id: string;
    valid_s: number;
    client_id: string;
    resource: string;
    caller: Principal;
    choice: Pick<Choice, 'permissions'>;
  },
): Promise<void> {
  const { connection_id: id, valid_s: validS, client_id: clientId, resource, caller } = made;
  const { Grant } = await getProvider();
  const grant = new Grant({ accountId: caller.user_id, clientId });
  // Each name is a scope of the server and of the resource: the library wants both granted.
  grant.addOIDCScope([...made.choice.permissions]);
  grant.addResourceScope(resource, [...made.choice.permissions]);
  const { openid, resources } = grant;
  const iat = Math.floor(clock.nowMs() / 1000);
  const times = { iat, exp: iat + validS };
  const payload = { ...times, kind: 'Grant', accountId: caller.user_id, clientId, openid, resources };
  await storeRecord(tx, 'Grant', { id, payload, validS });
}

function resourceOf(deps: ConnectDeps, request: Request): string {
  const urls = resourceUrls(deps.config.publicUrl);
  const [asked] = [paramsOf(request)['resource']].flat();
  return Object.values(urls).find((each) => each === asked) ?? urls.api;
}

function refuseMorePermissions(caller: Principal, choice: Omit<Choice, 'replaces'>): void {
  const lacking = choice.permissions.find((each) => !caller.permissions.has(each));
  if (lacking !== undefined) {
    const detail = `You don’t have the permission “${lacking}” here, so a program can’t get it from you.`;
    throw new AppError('forbidden', { detail, fields: { permissions: detail } });
  }
  if (choice.monthly_limit_cents > 0 && !choice.permissions.includes('spend')) {
    const detail = 'Without the permission “spend” the program can’t spend money. Choose both, or no money.';
    throw new AppError('invalid_input', { detail, fields: { monthly_limit_cents: detail } });
  }
}

async function refuseMoreMoney(tx: Tx, caller: Principal, cents: number): Promise<void> {
  const most = await selectMemberLimit(tx, caller);
  if (most === null || cents <= most) return;
  const detail = `You may spend ${usd(most)} a month yourself, so a program can’t spend more for you.`;
  throw new AppError('forbidden', { detail, fields: { monthly_limit_cents: detail } });
}

async function refuseForeignPhones(
  deps: ConnectDeps,
  caller: Principal,
  phones: Choice['phones'],
): Promise<void> {
  const refuse = (detail: string) =>
    new AppError('device_not_assigned', { detail, fields: { phones: detail } });
  if (phones === 'all') {
    if (caller.phones === 'all') return;
    throw refuse('You have named phones only, so a program can’t have all. Name its phones.');
  }
  const own = new Set(await deps.listOwnPhones(caller));
  if (phones.every((each) => own.has(each))) return;
  throw refuse('One of these phones isn’t yours now. Reload the list of phones and choose again.');
}
