import { registration } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import { parseInput } from './implement.ts';

function errorOf(schema: z.ZodType, input: unknown): { detail: string; fields: unknown } {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof AppError) return { detail: error.message, fields: error.fields };
    throw error;
  }
  throw new Error('the input is valid');
}

const field = (schema: z.ZodType) => z.object({ it: schema });

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', field(z.string()), {}, 'it is missing.'],
  ['a null', field(z.string()), { it: null }, 'it must be a text.'],
  ['a number for a text', field(z.string()), { it: 7 }, 'it must be a text.'],
  ['a text for a number', field(z.number()), { it: '7' }, 'it must be a number.'],
  ['no number in an address', field(z.coerce.number()), { it: 'x' }, 'it must be a number.'],
  ['a broken number', field(z.int()), { it: 1.5 }, 'it must be a whole number.'],
  ['a text for a truth value', field(z.boolean()), { it: 'yes' }, 'it must be true or false.'],
  ['a text for a list', field(z.array(z.string())), { it: 'a' }, 'it must be a list.'],
  ['a text for an object', field(z.object({})), { it: 'a' }, 'it must be an object with fields.'],
  ['an empty text', field(z.string().min(1)), { it: '' }, 'it must not be empty.'],
  ['a short text', field(z.string().min(16)), { it: 'a' }, 'it must be at least 16 characters long.'],
  ['a long text', field(z.string().max(2)), { it: 'abc' }, 'it must be at most 2 characters long.'],
  ['a small number', field(z.number().min(1)), { it: 0 }, 'it must be at least 1.'],
  ['no positive number', field(z.number().positive()), { it: 0 }, 'it must be more than 0.'],
  ['a big number', field(z.number().max(50)), { it: 51 }, 'it must be at most 50.'],
  ['an empty list', field(z.array(z.string()).min(1)), { it: [] }, 'it must have at least 1 entry.'],
  ['a long list', field(z.array(z.string()).max(2)), { it: ['', '', ''] }, 'it must have at most 2 entries.'],
  ['an entry', field(z.array(z.string())), { it: ['a', 7] }, 'entry 2 of it must be a text.'],
  ['a wrong choice', field(z.enum(['day', 'week'])), { it: 'year' }, 'it must be one of these: day, week.'],
  ['a fixed value', field(z.literal('usd')), { it: 'eur' }, 'it must be usd.'],
  ['no id', field(z.uuid()), { it: 'x' }, expect.stringMatching(/^it must be an id, for example /)],
  [
    'no instant',
    field(z.iso.datetime()),
    { it: 'x' },
    expect.stringMatching(/^it must be a date and time, /),
  ],
  [
    'a wrong form',
    field(z.string().regex(/^\d+$/)),
    { it: 'x' },
    expect.stringMatching(/^it holds characters /),
  ],
  ['too much', z.strictObject({}), { a: 1, b: 2 }, 'a, b are not known here. Please leave them out.'],
  ['a list for the whole', field(z.string()), ['a'], 'Send the fields of this call as one object.'],
  ['a null for the whole', field(z.string()), null, 'Send the fields of this call as one object.'],
  ['a text alone', z.string().min(8), 'abc', 'This must be at least 8 characters long.'],
  ['a rule with a message', field(z.string().refine(() => false, 'Say it so.')), { it: 'a' }, 'Say it so.'],
  [
    'a rule without a message',
    field(z.string().refine(() => false)),
    { it: 'a' },
    expect.stringMatching(/^it is not/),
  ],
  ['a U+0000', field(z.string()), { it: 'a\u0000' }, expect.stringMatching(/^it holds a character that /)],
])('%s is refused with a plain sentence', (_input, schema, input, sentence) => {
  expect(errorOf(schema, input).detail).toEqual(sentence);
});

test('each wrong field has an error, and the first of them is the detail', () => {
  const schema = z.object({ lines: z.array(z.object({ count: z.int().min(1) })), currency: z.string() });
  expect(errorOf(schema, { lines: [{ count: 1 }, { count: 0 }] })).toEqual({
    detail: 'count must be at least 1.',
    fields: { 'lines.1.count': 'count must be at least 1.', currency: 'currency is missing.' },
  });
});

test('the errors of a union are those of its closest alternative, with the path from the input', () => {
  const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string(), c: z.string() })]);
  expect(errorOf(z.object({ inner: either }), { inner: { a: 7 } }).fields).toEqual({
    'inner.a': 'a must be a text.',
  });
});

test('messages that the schema defines win', () => {
  expect(errorOf(registration, { first_name: 7 }).fields).toMatchObject({
    username: 'Username is required',
    first_name: 'First name is required',
    password: 'Password is required',
  });
});
