import { registration } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { parseInput } from './implement.ts';

function refusalOf(schema: z.ZodType, input: unknown): { detail: string; fields: unknown } {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return { detail: error.message, fields: error.fields };
    throw error;
  }
  throw new Error('the input was taken');
}

const one = (schema: z.ZodType) => z.object({ it: schema });

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', one(z.string()), {}, 'it is missing.'],
  ['a null', one(z.string()), { it: null }, 'it must be a text.'],
  ['a number for a text', one(z.string()), { it: 7 }, 'it must be a text.'],
  ['a text for a number', one(z.number()), { it: '7' }, 'it must be a number.'],
  ['no number in an address', one(z.coerce.number()), { it: 'x' }, 'it must be a number.'],
  ['a broken number', one(z.int()), { it: 1.5 }, 'it must be a whole number.'],
  ['a text for a truth value', one(z.boolean()), { it: 'yes' }, 'it must be true or false.'],
  ['a text for a list', one(z.array(z.string())), { it: 'a' }, 'it must be a list.'],
  ['a text for an object', one(z.object({})), { it: 'a' }, 'it must be an object with fields.'],
  ['an empty text', one(z.string().min(1)), { it: '' }, 'it must not be empty.'],
  ['a short text', one(z.string().min(16)), { it: 'a' }, 'it must be at least 16 characters long.'],
  ['a long text', one(z.string().max(2)), { it: 'abc' }, 'it must be at most 2 characters long.'],
  ['a small number', one(z.number().min(1)), { it: 0 }, 'it must be at least 1.'],
  ['no positive number', one(z.number().positive()), { it: 0 }, 'it must be more than 0.'],
  ['a big number', one(z.number().max(50)), { it: 51 }, 'it must be at most 50.'],
  ['an empty list', one(z.array(z.string()).min(1)), { it: [] }, 'it must have at least 1 entry.'],
  ['a long list', one(z.array(z.string()).max(2)), { it: ['', '', ''] }, 'it must have at most 2 entries.'],
  ['an entry', one(z.array(z.string())), { it: ['a', 7] }, 'entry 2 of it must be a text.'],
  ['a wrong choice', one(z.enum(['day', 'week'])), { it: 'year' }, 'it must be one of these: day, week.'],
  ['a fixed value', one(z.literal('usd')), { it: 'eur' }, 'it must be usd.'],
  ['no id', one(z.uuid()), { it: 'x' }, expect.stringMatching(/^it must be an id, for example /)],
  ['no instant', one(z.iso.datetime()), { it: 'x' }, expect.stringMatching(/^it must be a date and time, /)],
  [
    'a wrong form',
    one(z.string().regex(/^\d+$/)),
    { it: 'x' },
    expect.stringMatching(/^it holds characters /),
  ],
  ['too much', z.strictObject({}), { a: 1, b: 2 }, 'a, b are not known here. Please leave them out.'],
  ['a list for the whole', one(z.string()), ['a'], 'Send the fields of this call as one object.'],
  ['a null for the whole', one(z.string()), null, 'Send the fields of this call as one object.'],
  ['a text alone', z.string().min(8), 'abc', 'This must be at least 8 characters long.'],
  ['a rule of its own', one(z.string().refine(() => false, 'Say it so.')), { it: 'a' }, 'Say it so.'],
  [
    'a rule without words',
    one(z.string().refine(() => false)),
    { it: 'a' },
    expect.stringMatching(/^it is not/),
  ],
  ['a U+0000', one(z.string()), { it: 'a\u0000' }, expect.stringMatching(/^it holds a character that /)],
])('%s is refused in plain words', (_what, schema, input, sentence) => {
  expect(refusalOf(schema, input).detail).toEqual(sentence);
});

test('each wrong field has its sentence, and the first of them is the detail', () => {
  const schema = z.object({ lines: z.array(z.object({ count: z.int().min(1) })), currency: z.string() });
  expect(refusalOf(schema, { lines: [{ count: 1 }, { count: 0 }] })).toEqual({
    detail: 'count must be at least 1.',
    fields: { 'lines.1.count': 'count must be at least 1.', currency: 'currency is missing.' },
  });
});

test('of a union the closest alternative is judged, under the name that the call gives its fields', () => {
  const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string(), c: z.string() })]);
  expect(refusalOf(z.object({ inner: either }), { inner: { a: 7 } }).fields).toEqual({
    'inner.a': 'a must be a text.',
  });
});

test('the sentences of the product win over these', () => {
  expect(refusalOf(registration, { first_name: 7 }).fields).toMatchObject({
    username: 'Username is required',
    first_name: 'First name is required',
    password: 'Password is required',
  });
});
