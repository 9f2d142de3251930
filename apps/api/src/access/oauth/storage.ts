// Storage for oidc-provider on PostgreSQL. Access tokens and connections are rows of credentials, everything else a row of
// `oauth_records`. The browser sessions that the library knows are not kept at all: a cookie alone authorizes nothing.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Db } from '../../platform/database.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { insertToken, selectToken, updateTokenRevoked } from './connections.sql.ts';
import { endConnection } from './connections.ts';
import { resourceUrls } from './oauth-names.ts';
import {
  deleteOfConnection,
  deleteRecord,
  selectByUserCode,
  selectRecord,
  updateConsumed,
  upsertRecord,
} from './records.sql.ts';

type Library = Pick<typeof import('oidc-provider'), 'errors'>;
type Deps = { db: Db; config: { publicUrl: string } };

export function createStorage({ errors }: Library, deps: Deps): AdapterFactory {
  const invalidGrant = (detail: string) => new errors.InvalidGrant(detail);
  return (model) => {
    if (model === 'Session') return nothingKept;
    if (model === 'AccessToken') return accessTokens(deps, invalidGrant);
    return records(deps, model, invalidGrant);
  };
}

const nothing = async (): Promise<undefined> => undefined;
const nothingKept: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

export async function storeRecord(
  db: Db,
  model: string,
  { id, payload, validS }: { id: string; payload: AdapterPayload; validS: number },
): Promise<void> {
  const { jti: _, ...kept } = payload;
  await upsertRecord(db, {
    model,
    id_hash: hashSecret(id),
    payload: kept,
    connection_id: model === 'Grant' ? id : (payload.grantId ?? null),
    user_code: payload.userCode ?? null,
    valid_s: validS,
  });
}

type InvalidGrant = (detail: string) => Error;

function records(deps: Deps, model: string, invalidGrant: InvalidGrant): Adapter {
  const { db } = deps;
  return {
    ...nothingKept,
    upsert: (id, payload, validS) => storeRecord(db, model, { id, payload, validS: validS ?? 0 }),
    find: async (id) => {
      const row = await selectRecord(db, model, hashSecret(id));
      return row && { ...row.payload, ...consumedOf(row), jti: id };
    },
    findByUserCode: async (userCode) => {
      const row = await selectByUserCode(db, userCode);
      return row && { ...row.payload, ...consumedOf(row) };
    },
    consume: async (id) => {
      if (await updateConsumed(db, model, hashSecret(id))) return;
      // Two calls at once: one of them isn't the program's.
      const row = await selectRecord(db, model, hashSecret(id));
      const connectionId = row?.payload['grantId'];
      if (typeof connectionId === 'string') await endConnection(deps, { id: connectionId });
      throw invalidGrant('already consumed');
    },
    destroy: async (id) => {
      if (model === 'Grant') await endConnection(deps, { id });
      await deleteRecord(db, model, hashSecret(id));
    },
    revokeByGrantId: (connectionId) => deleteOfConnection(db, model, connectionId),
  };
}

function consumedOf({ consumed }: { consumed: number | null }): { consumed?: number } {
  return consumed === null ? {} : { consumed };
}

function accessTokens({ db, config }: Deps, invalidGrant: InvalidGrant): Adapter {
  const urls = resourceUrls(config.publicUrl);
  return {
    ...nothingKept,
    upsert: async (id, payload, validS) => {
      const connection_id = payload.grantId ?? '';
      const isStored = await insertToken(db, {
        connection_id,
        token_hash: hashSecret(id),
        valid_s: validS ?? 0,
        resource: payload.aud === urls.mcp ? 'mcp' : 'api',
      });
      if (!isStored) throw invalidGrant('the connection has ended');
    },
    find: async (id): Promise<AdapterPayload | undefined> => {
      const row = await selectToken(db, hashSecret(id));
      if (row === undefined) return undefined;
      return {
        kind: 'AccessToken',
        jti: id,
        iat: row.iat,
        exp: row.exp,
        accountId: row.user_id,
        clientId: row.client_id,
        grantId: row.connection_id,
        aud: urls[row.resource],
        scope: row.permissions.join(' '),
      };
    },
    destroy: (id) => updateTokenRevoked(db, hashSecret(id)),
    // Its tokens end with the connection.
    revokeByGrantId: async () => undefined,
  };
}
