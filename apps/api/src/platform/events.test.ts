// NOTIFY carries less than 8000 bytes. The schema of each topic bounds its payload, so that no event is too large in
// production.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const source = join(import.meta.dirname, '..');
const maxBytes = 7_900;

type Shape = {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  maxLength?: number;
  maxItems?: number;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
};

/** The maximum size in bytes of a value of this shape as JSON; Infinity where nothing limits it. */
function maxSizeOf(shape: Shape): number {
  if (shape.const !== undefined) return Buffer.byteLength(JSON.stringify(shape.const));
  if (shape.enum !== undefined)
    return Math.max(...shape.enum.map((value) => Buffer.byteLength(JSON.stringify(value))));
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return Math.max(...choices.map(maxSizeOf));
  if (shape.type === 'null' || shape.type === 'boolean') return 5;
  if (shape.type === 'integer' || shape.type === 'number') return 25;
  if (shape.type === 'array')
    return 2 + (shape.maxItems ?? Number.POSITIVE_INFINITY) * (1 + maxSizeOf(shape.items ?? {}));
  if (shape.type === 'object' && shape.properties !== undefined) {
    const fields = Object.entries(shape.properties);
    return 2 + fields.reduce((sum, [name, field]) => sum + name.length + 4 + maxSizeOf(field), 0);
  }
  if (shape.type !== 'string') return Number.POSITIVE_INFINITY;
  if (shape.format === 'uuid') return 38;
  // The longest JSON form of a UTF-16 unit is \uXXXX.
  return 2 + 6 * (shape.maxLength ?? Number.POSITIVE_INFINITY);
}

test('no topic allows an event that is larger than NOTIFY carries', async () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.events.ts'),
  );
  const sizes: [string, number][] = [];
  for (const file of files) {
    const topics: Record<string, unknown> = await import(join(source, file));
    for (const topic of Object.values(topics)) {
      if (typeof topic !== 'object' || topic === null || !('payload' in topic) || !('name' in topic))
        continue;
      const shape = z.toJSONSchema(topic.payload as z.ZodType, { io: 'input' }) as Shape;
      sizes.push([String(topic.name), maxSizeOf(shape)]);
    }
  }
  expect(sizes.length).toBeGreaterThan(8);
  expect(sizes.filter(([, bytes]) => bytes > maxBytes)).toEqual([]);
});
