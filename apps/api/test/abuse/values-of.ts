// Values for a schema, most of them right and some of them hostile, built from the schema itself: a new field is
// fuzzed from its first day.
import fc from 'fast-check';
import type { z } from 'zod';

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: z.ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
};

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

const texts = [
  '',
  ' ',
  'ada',
  'ada@example.com',
  'Pocket-fleet-1',
  'week',
  'usd',
  '2030-01-31T12:00:00Z',
  '2030-02-31T25:00:00Z',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11',
  '00000000-0000-0000-0000-000000000000',
  'A'.repeat(43),
  'com.example.app',
  '/sdcard/Download',
  '/sdcard/../data',
  'because it is asked',
  '0',
  '1',
  '-1',
  '1e400',
  '0x7f',
  '９',
  'true',
  'null',
  'NaN',
  "' or 1=1--",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\u0000',
  'a\u0000b',
  '\r\nBcc: all@example.com',
  '\ud800',
  '\udc00x',
  '\u202eada',
  '\ufeff',
  '😀'.repeat(50),
  'x'.repeat(300),
  'x'.repeat(20_000),
  `a@${'b.'.repeat(1_000)}c`,
  'AAAA',
  '='.repeat(64),
];
const numbers = [
  0,
  -0,
  1,
  2,
  12,
  50,
  -1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
];

/** JSON values that no schema accepts. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $ne: null }, { length: 1e9 }),
  fc.constantFrom<unknown>(...texts),
  fc.constantFrom<unknown>(...numbers),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom<unknown>(...texts, ...numbers, null), { maxLength: 4 }),
  fc.constant(Array.from({ length: 3_000 }, () => 0)),
  fc.constant(nested(1_000)),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
    { constructor: { prototype: { isAdmin: true } } },
    { toString: 'x', valueOf: null, hasOwnProperty: 1, toJSON: 1 },
  ),
);

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Fields that nobody may set, beside those that the schema knows. */
const overposted = {
  id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11',
  user_id: '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11',
  price: 0,
  amount: 1,
  state: 'paid',
  role: 'admin',
  is_admin: true,
};

/** Mostly right values, now and then with something hostile in one place. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: plausible(schema) }, { weight: 1, arbitrary: hostile });
}

function plausible(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return objects(def.shape ?? {});
    case 'array':
      return fc.array(valuesOf(def.element as z.ZodType), { maxLength: 3 });
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => valuesOf(option)));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return fc.oneof(
        { weight: 4, arbitrary: valuesOf(def.innerType as z.ZodType) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null) },
      );
    case 'pipe':
      return valuesOf(defOf(def.in as z.ZodType).type === 'transform' ? schema : (def.in as z.ZodType));
    case 'record':
      return fc.dictionary(fc.constantFrom(...texts), fc.constantFrom<unknown>(...texts), { maxKeys: 4 });
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries ?? {}));
    case 'literal':
      return fc.constantFrom<unknown>(...(def.values ?? []));
    default:
      return leaf(schema);
  }
}

function objects(shape: Record<string, z.ZodType>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, valuesOf(field)]));
  return fc
    .tuple(fc.record(fields, { noNullPrototype: true }), fc.nat(9), fc.nat(50))
    .map(([value, chance, which]) => {
      if (chance === 0) return { ...value, ...overposted };
      const names = Object.keys(value);
      if (chance !== 1 || names.length === 0) return value;
      const { [names[which % names.length] ?? '']: _left, ...rest } = value;
      return rest;
    });
}

/** Values of the pool that the schema accepts, and more rarely the others. */
function leaf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const pool: unknown[] = [...texts, ...numbers];
  const right = pool.filter((value) => schema.safeParse(value).success);
  const any = fc.constantFrom(...pool);
  return right.length === 0
    ? any
    : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: any });
}
