// Every field of every account call with everything that does not belong there. Links that were used, are old or
// belong to an account that is gone are in registration.test.ts and profile.test.ts.
import { termsVersion } from '@pocketfleet/rules';
import { beforeAll, expect, test } from 'vitest';
import { createTestUser, form, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();
let made = 0;

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
});

/** Each is made from the right value, so that only what is wrong about it can be the reason. */
const wrong: Record<string, (right: string) => unknown> = {
  'a number': () => 7,
  'a truth value': () => true,
  'a null': () => null,
  'a list': (right) => [right],
  'an object': (right) => ({ $ne: right }),
  nothing: () => '',
  'only spaces': () => '   ',
  'ten thousand letters': (right) => right + 'x'.repeat(10_000),
  'a U+0000': (right) => `${right}\u0000`,
  'a line break': (right) => `${right}\r\nBcc: all@example.com`,
  'spaces around': (right) => `  ${right} `,
  SQL: (right) => `${right}'; drop table users; --`,
  HTML: (right) => `${right}<script>alert(1)</script>`,
  'a look-alike letter': (right) => right.replace(/[ae]/, (letter) => (letter === 'a' ? '\u0430' : '\u0435')),
  'letters of full width': (right) =>
    right.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  'a turn of direction': (right) => `\u202e${right}`,
  'half a character': (right) => `${right}\ud800`,
};
const kinds = Object.keys(wrong);
/** Characters that a name may contain; they are stored unchanged. */
const inNames = ['spaces around', 'SQL', 'HTML', 'a look-alike letter', 'letters of full width'];
/** Characters that a password may contain. */
const anyText = [...inNames, 'a line break', 'a turn of direction', 'half a character'];

type Call = {
  method: 'POST' | 'PATCH';
  path: string;
  isForm?: boolean;
  isSignedIn?: boolean;
  /** A right body; the name is new each time. */
  body: (name: string) => Record<string, string>;
  /** By field, the kinds that are no mistake there. All others are refused. */
  takes?: Record<string, readonly string[]>;
};

const password = 'violet-Kettle-42';
const token = 'x'.repeat(43);
const calls: Record<string, Call> = {
  login: {
    method: 'POST',
    path: '/api/auth/login',
    isForm: true,
    body: () => ({ username: 'ada', password: 'not my password' }),
  },
  register: {
    method: 'POST',
    path: '/api/auth/register',
    body: (name) => ({
      username: name,
      email: `${name}@example.com`,
      first_name: 'Grace',
      last_name: 'Hopper',
      password,
      referrer: 'ada_99',
      terms_version: termsVersion,
    }),
    takes: {
      email: ['spaces around'],
      first_name: inNames,
      last_name: inNames,
      password: anyText,
      // A version has no letters that could be replaced.
      terms_version: ['a look-alike letter', 'letters of full width'],
      // Nobody has to be recommended.
      referrer: ['nothing', 'only spaces', 'spaces around'],
    },
  },
  'forgot-password': {
    method: 'POST',
    path: '/api/auth/forgot-password',
    body: (name) => ({ email: `${name}@example.com` }),
    takes: { email: ['spaces around'] },
  },
  'resend-verification': {
    method: 'POST',
    path: '/api/auth/resend-verification',
    body: (name) => ({ email: `${name}@example.com` }),
    takes: { email: ['spaces around'] },
  },
  'reset-password': {
    method: 'POST',
    path: '/api/auth/reset-password',
    body: () => ({ token, email: 'ada@example.com', new_password: 'Copper-Kite-7' }),
  },
  'verify-email': {
    method: 'POST',
    path: '/api/auth/verify-email',
    body: () => ({ token, email: 'ada@example.com' }),
  },
  'a profile change': {
    method: 'PATCH',
    path: '/api/auth/me',
    isSignedIn: true,
    body: (name) => ({
      current_password: testPassword,
      username: `${name}.new`,
      email: `${name}.new@example.com`,
      first_name: 'Grace',
      last_name: 'Hopper',
    }),
    takes: { email: ['spaces around'], first_name: inNames, last_name: inNames },
  },
  'change-password': {
    method: 'POST',
    path: '/api/auth/change-password',
    isSignedIn: true,
    body: () => ({ current_password: testPassword, new_password: 'Copper-Kite-7' }),
    takes: { new_password: anyText },
  },
};

/** A new customer for each case, so that no limit of an earlier case refuses it. */
async function prepare(call: Call): Promise<{ name: string; token?: string; address: string }> {
  made += 1;
  const name = `grace.${made}`;
  const address = `10.${Math.floor(made / 250)}.${made % 250}.1`;
  if (call.isSignedIn !== true) return { name, address };
  await createTestUser(site.db, name);
  return { name, address, token: await site.signIn(name, testPassword) };
}

/** Everything that accounts keep, as one value. */
async function stored(): Promise<string | undefined> {
  const result = await sql<{ digest: string }>`
    select md5(concat(
      (select string_agg(u::text, '|' order by id) from users u),
      (select string_agg(l::text, '|' order by id) from mailed_links l),
      (select string_agg(t::text, '|' order by id) from credentials t),
      (select string_agg(m::text, '|' order by id) from mails m),
      (select count(*) from graphile_worker._private_jobs)
    )) as digest`.execute(site.db);
  return result.rows[0]?.digest;
}

const fieldsOf = Object.entries(calls).flatMap(([name, call]) =>
  Object.keys(call.body('x')).map((field) => [name, field] as const),
);

test.each(fieldsOf)('%s with a wrong %s is refused in words, and nothing is changed', async (name, field) => {
  const call = calls[name];
  if (call === undefined) throw new Error(`no call ${name}`);
  for (const kind of kinds) {
    const { name: username, ...caller } = await prepare(call);
    const right = call.body(username);
    const body = { ...right, [field]: wrong[kind]?.(right[field] ?? '') };
    const before = await stored();
    const answer = await site.call(call.method, call.path, {
      ...caller,
      ...(call.isForm ? form(body as Record<string, string>) : { payload: body }),
    });
    const isTaken = call.takes?.[field]?.includes(kind) ?? false;
    if (isTaken) {
      expect([kind, answer.status, answer.body['detail']]).toEqual([kind, 200, undefined]);
    } else {
      expect([kind, answer.status]).toEqual([
        kind,
        expect.toSatisfy((status) => status >= 400 && status < 500),
      ]);
      expect(answer.body).toMatchObject({ code: expect.any(String), detail: expect.stringMatching(/\w/) });
      expect([kind, await stored()]).toEqual([kind, before]);
    }
  }
});

const bodies: [string, string, string, number][] = [
  ['broken JSON', '{"email":', 'application/json', 400],
  ['no JSON at all', 'hello', 'application/json', 400],
  ['a list', '[]', 'application/json', 400],
  ['a text', '"hello"', 'application/json', 400],
  ['a null', 'null', 'application/json', 400],
  ['a prototype', '{"__proto__":{"email":"a@example.com"}}', 'application/json', 400],
  ['a deep nest', `{"email":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'application/json', 400],
  ['plain text', 'email=a', 'text/plain', 415],
  ['XML', '<email>a</email>', 'application/xml', 415],
  ['a form in parts', '--x--', 'multipart/form-data; boundary=x', 415],
  ['no content type that exists', '{}', 'nonsense', 415],
  ['too much', JSON.stringify({ email: 'x'.repeat(70_000) }), 'application/json', 413],
];

test.each(Object.keys(calls))(
  '%s with a body of a wrong kind is refused, and nothing is changed',
  async (name) => {
    const call = calls[name];
    if (call === undefined) throw new Error(`no call ${name}`);
    const { name: _, ...caller } = await prepare(call);
    const before = await stored();
    for (const [kind, payload, contentType, status] of bodies) {
      const answer = await site.call(call.method, call.path, { ...caller, payload, contentType });
      const isWrongKindHere = call.isForm === true && contentType === 'application/json' && status === 400;
      expect([kind, answer.status]).toEqual([
        kind,
        isWrongKindHere ? expect.toSatisfy((each) => each === 400 || each === 415) : status,
      ]);
      expect(answer.body).toMatchObject({ code: expect.any(String), detail: expect.any(String) });
    }
    const nothing = await site.call(call.method, call.path, caller);
    expect(nothing.status).toBe(400);
    expect(await stored()).toBe(before);
  },
);

test('the stored text is the typed one, without the spaces around it', async () => {
  const caller = { address: '10.250.0.1' };
  const lastName = `O'Hara"; drop table users; --<b>`;
  const payload = {
    username: 'kept.as.typed',
    email: '  Kept.As@Example.com ',
    firstName: '  Zo\u00eb  ',
    lastName,
    password: '  violet-Kettle  ',
  };
  expect((await site.call('POST', '/api/auth/register', { ...caller, payload })).body).toMatchObject({
    email: 'Kept.As@Example.com',
    first_name: 'Zo\u00eb',
    last_name: lastName,
  });
  const login = (typed: string) =>
    site.call('POST', '/api/auth/login', {
      ...caller,
      ...form({ username: 'kept.as.typed', password: typed }),
    });
  // A password is not trimmed: the right one is known by the next refusal.
  expect((await login('violet-Kettle')).status).toBe(401);
  expect((await login('  violet-Kettle  ')).body).toMatchObject({ code: 'email_not_verified' });
});
