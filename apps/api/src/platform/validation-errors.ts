// Turns zod's issues with the input of a call into sentences that tell the customer what to correct. A message that the
// schema itself defines wins. The sentences are made after parsing and not by zod's error map, because only then the path
// of an issue inside a union is known.
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** The error map for `safeParse`: leaves the message of an issue empty unless its schema defines one. */
export const noMessage = (): string => '';

/**
 * The first error of each wrong field, by the field's path ("lines.0.count"), and the first error of all as `detail`.
 */
export function describeIssues(
  issues: readonly Issue[],
  input: unknown,
): { detail: string; fields: Record<string, string> } {
  const fields: Record<string, string> = {};
  let detail = '';
  for (const { issue, path } of issues.flatMap((each) => flatten(each, []))) {
    const message = issue.message || describeIssue(issue, path, valueAt(input, path));
    detail ||= message;
    const name = path.join('.');
    if (name !== '' && fields[name] === undefined) fields[name] = message;
  }
  return { detail, fields };
}

/** Replaces the issue of a union by the issues of the alternative with the fewest. */
function flatten(issue: Issue, before: Path): { issue: Issue; path: Path }[] {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.message !== '') return [{ issue, path }];
  const [closest] = [...issue.errors].sort((a, b) => a.length - b.length);
  return closest === undefined ? [{ issue, path }] : closest.flatMap((inner) => flatten(inner, path));
}

function describeIssue(issue: Issue, path: Path, value: unknown): string {
  if (path.length === 0) return describeWhole(issue, value);
  const name = nameOf(path);
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys);
  if (value === undefined) return `${name} is missing.`;
  return `${name} ${requirementOf(issue)}`;
}

/** For an issue of the input as a whole, not of one of its fields. */
function describeWhole(issue: Issue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return 'The fields don’t go together. Please check them and try again.';
  }
  if (typeof value === 'string') return `This ${requirementOf(issue)}`;
  return 'Send the fields of this call as one object.';
}

function unknownKeys(keys: readonly string[]): string {
  return `${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} not known here. Please leave ${keys.length === 1 ? 'it' : 'them'} out.`;
}

function requirementOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? 'of another kind'}.`;
    case 'too_small': {
      const least = `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
      if (issue.origin === 'string') {
        return issue.minimum === 1 ? 'must not be empty.' : `must be ${least} characters long.`;
      }
      return isCounted(issue.origin) ? `must have ${least} ${entries(issue.minimum)}.` : `must be ${least}.`;
    }
    case 'too_big': {
      const most = `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
      if (issue.origin === 'string') return `must be ${most} characters long.`;
      return isCounted(issue.origin) ? `must have ${most} ${entries(issue.maximum)}.` : `must be ${most}.`;
    }
    case 'invalid_format':
      return (
        formats[issue.format] ?? 'holds characters that don’t belong there, or is too short or too long.'
      );
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}.`
        : `must be one of these: ${issue.values.map(String).join(', ')}.`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}.`;
    default:
      return 'is not right. Please check it and try again.';
  }
}

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
};

const anInstant = 'must be a date and time, for example 2030-01-31T12:00:00Z.';
const formats: Record<string, string> = {
  uuid: 'must be an id, for example 7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f10.',
  guid: 'must be an id, for example 7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f10.',
  datetime: anInstant,
  date: 'must be a date, for example 2030-01-31.',
  email: 'must be an email address, for example ada@example.com.',
  url: 'must be an address, for example https://example.com.',
};

function isCounted(origin: string): boolean {
  return ['array', 'set', 'map', 'object', 'record'].includes(origin);
}

function entries(count: number | bigint): string {
  return Number(count) === 1 ? 'entry' : 'entries';
}

/** "count", or "entry 2 of lines" for an entry of a list. */
function nameOf(path: Path): string {
  const last = path.at(-1);
  if (typeof last !== 'number') return String(last);
  return path.length === 1 ? `entry ${last + 1}` : `entry ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
