// Callers with ten phones each: keys of a team with grants, and people in their personal accounts.
import { type Db, sql } from '../../apps/api/src/platform/database.ts';
import { createSecret, hashSecret } from '../../apps/api/src/platform/secrets.ts';

export const phonesEach = 10;

export type ApiCaller = { token: string; phones: string[]; network: number };
type Person = { id: string; phones: string[] };

/** Rents ten phones to each person of a stocked database, from the phone `from` on, and lets them in. */
export async function rentToPeople(
  db: Db,
  { people, from, sessions }: { people: number; from: number; sessions: 'credentials' | 'access_tokens' },
): Promise<ApiCaller[]> {
  const persons = await choosePeople(db, people, from);
  await sql`
    insert into assignments (device_id, user_id, starts_at, expires_at, state, told, prepared_at)
    select device::uuid, (person ->> 'id')::uuid, app_now() - interval '1 hour', app_now() + interval '30 days', 'active',
           'ready', app_now()
    from jsonb_array_elements(${JSON.stringify(persons)}::jsonb) person, jsonb_array_elements_text(person -> 'phones') device`.execute(
    db,
  );
  const tokens = await openSessions(db, persons, sessions);
  return persons.map(({ phones }, index) => ({ token: tokens[index] ?? '', phones, network: from + index }));
}

/**
 * A team that rents ten phones for each of its members; every member but the owner has grants of ten, and a key of theirs
 * names the same ones. The keys are the callers.
 */
export async function formTeam(
  db: Db,
  site: string,
  { members, from }: { members: number; from: number },
): Promise<ApiCaller[]> {
  const persons = await choosePeople(db, members, from);
  const made = await sql<{ id: string }>`
    with team as (insert into workspaces (name) values ('Team') returning id)
    insert into workspace_members (workspace_id, user_id, role)
    select id, ${persons[0]?.id}, 'owner' from team returning workspace_id as id`.execute(db);
  const team = made.rows[0]?.id ?? '';
  await sql`
    insert into workspace_members (workspace_id, user_id, role, has_all_phones)
    select ${team}, id::uuid, 'admin', false from unnest(${persons.slice(1).map(({ id }) => id)}::text[]) id`.execute(
    db,
  );
  await sql`
    insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
    select device::uuid, ${persons[0]?.id}, ${team}, app_now() - interval '1 hour', app_now() + interval '30 days',
           'active', 'ready', app_now()
    from unnest(${persons.flatMap(({ phones }) => phones)}::text[]) device`.execute(db);
  await sql`
    insert into grants (workspace_id, user_id, device_id)
    select ${team}, (person ->> 'id')::uuid, device::uuid
    from jsonb_array_elements(${JSON.stringify(persons.slice(1))}::jsonb) person,
         jsonb_array_elements_text(person -> 'phones') device`.execute(db);
  const tokens = await openSessions(db, persons, 'credentials');
  const callers: ApiCaller[] = [];
  for (const [index, { phones }] of persons.entries()) {
    if (index === 0) continue;
    // The limit on making keys is for one team and an hour.
    await sql`delete from limit_windows`.execute(db);
    const answer = await fetch(`http://${site}/api/keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[index]}`,
        'content-type': 'application/json',
        'pocketfleet-workspace': team,
      },
      body: JSON.stringify({ name: `key ${index}`, permissions: ['watch', 'control'], phones }),
    });
    if (!answer.ok) throw new Error(`no key was made: ${answer.status} ${await answer.text()}`);
    const { key } = (await answer.json()) as { key: string };
    callers.push({ token: key, phones, network: from + index });
  }
  return callers;
}

/** The next people and phones from this phone on. */
async function choosePeople(db: Db, count: number, from: number): Promise<Person[]> {
  const users = await sql<{ id: string }>`
    select id from users where username ~ '^c[0-9]+$' order by substr(username, 2)::int
    limit ${count} offset ${from / phonesEach}`.execute(db);
  const phones = await sql<{ id: string }>`
    select id from devices order by substr(serial, 2)::int limit ${count * phonesEach} offset ${from}`.execute(
    db,
  );
  return users.rows.map(({ id }, index) => ({
    id,
    phones: phones.rows.slice(index * phonesEach, (index + 1) * phonesEach).map((phone) => phone.id),
  }));
}

async function openSessions(
  db: Db,
  persons: readonly Person[],
  table: 'credentials' | 'access_tokens',
): Promise<string[]> {
  const rows = persons.map(({ id }) => ({ id, token: createSecret() }));
  await sql`
    insert into ${sql.table(table)} (user_id, token_hash, expires_at)
    select (each ->> 'id')::uuid, decode(each ->> 'hash', 'hex'), app_now() + interval '7 days'
    from jsonb_array_elements(${JSON.stringify(rows.map(({ id, token }) => ({ id, hash: hashSecret(token).toString('hex') })))}::jsonb) each`.execute(
    db,
  );
  return rows.map(({ token }) => token);
}
