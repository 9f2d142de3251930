import { describe, expect, it } from 'vitest';
import { cardBrand, cardErrors, formatCardNumber, formatCvc, formatExpiry } from './card-fields.ts';

it.each([
  ['4242424242424242', '4242 4242 4242 4242', 'Visa'],
  ['4242-4242 42', '4242 4242 42', 'Visa'],
  ['378282246310005', '3782 822463 10005', 'American Express'],
  ['55555555555544441234', '5555 5555 5555 4444 123', 'Mastercard'],
  ['6011', '6011', 'Discover'],
  ['', '', null],
])('the number %j is shown as %j, a card of %s', (typed, shown, brand) => {
  expect(formatCardNumber(typed)).toBe(shown);
  expect(cardBrand(typed)).toBe(brand);
});

it.each([
  ['4', '04'],
  ['12', '12'],
  ['0429', '04 / 29'],
  ['04 / 2', '04 / 2'],
  ['04/2999', '04 / 29'],
])('the expiry %j is shown as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

it('a security code has at most four digits', () => {
  expect(formatCvc('12a345')).toBe('1234');
});

describe('before anything is sent', () => {
  it.each([
    ['number', '', 'Card information is required'],
    ['number', '4242 4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', undefined],
    ['expiry', '04', 'Your card’s expiration date is incomplete.'],
    ['expiry', '13 / 29', 'Your card’s expiration date is invalid.'],
    ['expiry', '04 / 29', undefined],
    ['cvc', '42', 'Your card’s security code is incomplete.'],
    ['cvc', '424', undefined],
    ['postalCode', ' ', 'Postal code is required'],
    ['postalCode', '!!', 'Your postal code is not valid.'],
    ['postalCode', '78704', undefined],
    ['postalCode', 'SW1A 1AA', undefined],
  ] as const)('%s %j gets %j', (field, value, error) => {
    expect(cardErrors[field](value)).toBe(error);
  });
});
