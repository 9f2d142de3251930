import { expect, test } from 'vitest';
import { asTypedMoment, findValidationError, readValues } from './action.ts';

test('an amount is typed in dollars and sent in cents, without a rounding error', () => {
  expect(readValues({ amount: '1234.56' }).cents('amount')).toBe(123_456);
  expect(readValues({ amount: '0.29' }).cents('amount')).toBe(29);
});

test.each(['', 'abc', '12.345', '-5', '1,000', '12345678'])('"%s" is no amount', (text) => {
  expect(findValidationError({ kind: 'money', name: 'amount', label: 'Amount' }, text)).toBe(
    'Enter an amount such as 120 or 120.50',
  );
});

test('a moment that may be left out is null, one that must be there is asked for', () => {
  const field = { kind: 'moment', name: 'until', label: 'Until' } as const;
  expect(findValidationError({ ...field, isOptional: true }, '')).toBeUndefined();
  expect(readValues({ until: '' }).moment('until')).toBeNull();
  expect(findValidationError(field, '')).toBe('Enter a date and a time');
});

test('a moment comes back as it was typed', () => {
  const typed = asTypedMoment(Date.parse('2026-11-23T09:00:00Z'));
  expect(readValues({ until: typed }).moment('until')).toBe('2026-11-23T09:00:00.000Z');
});
