import { expect, test } from 'vitest';
import {
  auditOf,
  createTestOperator,
  operatorClient,
  operatorPassword,
  signInOperator,
} from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();

const post = (payload: string, headers: Record<string, string> = {}) =>
  site.app.operator.inject({
    method: 'POST',
    url: '/api/session',
    headers: { origin: 'http://localhost:4001', 'content-type': 'application/json', ...headers },
    payload,
  });

const strangeFields = [
  ['half a surrogate pair', '"note":"\\ud800"'],
  ['U+0000 in a name', '"no\\u0000te":1'],
  ['a typed escape', '"note":"\\\\u0000"'],
  ['a pair where the log cuts', `"note":"${'x'.repeat(498)}😀${'x'.repeat(20)}"`],
  ['20,000 nested arrays', `"note":${'['.repeat(20_000)}${']'.repeat(20_000)}`],
] as const;

test.each(strangeFields)('a sign-in with %s is one row in the log like any other', async (name, field) => {
  const username = `ada${strangeFields.findIndex(([each]) => each === name)}`;
  await createTestOperator(site.db, username, 'admin');
  const answer = await post(`{"username":"${username}","password":"${operatorPassword}",${field}}`);
  expect(answer.statusCode).toBe(200);
  expect((await auditOf(site.db, 'sign_in'))[0]).toMatchObject({ operator: username, outcome: 'done' });
});

test.each(strangeFields)('a stranger’s call with %s is refused and logged', async (_name, field) => {
  const before = (await auditOf(site.db, 'sign_in')).length;
  const answer = await post(`{"username":"nobody","password":"x",${field}}`);
  expect(answer.statusCode).toBe(401);
  expect(await auditOf(site.db, 'sign_in')).toHaveLength(before + 1);
});

test('a strange label is refused or stored with its row, never stored without', async () => {
  const client = await signInOperator(site, 'bea', 'admin');
  const answer = await client.call('POST', '/operators', {
    username: 'carl',
    password: operatorPassword,
    role: 'support',
    reason: 'half \ud800 and \u0000 nothing',
  });
  expect(answer.status).toBeLessThan(500);
  expect((await auditOf(site.db, 'create_operator'))[0]).toMatchObject({ operator: 'bea' });
});

test('nobody is signed in and no password changes while the log can not be written', async () => {
  const client = await signInOperator(site, 'dora', 'admin');
  await sql`alter table operator_audit add constraint closed check (act not in ('sign_in', 'change_password'))
    not valid`.execute(site.db);
  try {
    const other = operatorClient(site);
    const signedIn = await other.call('POST', '/session', { username: 'dora', password: operatorPassword });
    expect(signedIn.status).toBe(500);
    expect(signedIn.headers['set-cookie']).toBeUndefined();
    const input = { current_password: operatorPassword, new_password: 'another quiet morning' };
    expect((await client.call('POST', '/session/password', input)).status).toBe(500);
  } finally {
    await sql`alter table operator_audit drop constraint closed`.execute(site.db);
  }
  const again = { username: 'dora', password: operatorPassword };
  expect((await operatorClient(site).call('POST', '/session', again)).status).toBe(200);
});
