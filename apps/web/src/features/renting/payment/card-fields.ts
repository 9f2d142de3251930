// The fields of a card: how typed digits are grouped, and the errors that are found before anything is sent. Only the
// payment provider knows whether a number is valid. Pure.
import * as texts from '#language/payment';
import { cardMessages } from './card-result.ts';

export type CardFields = { number: string; expiry: string; cvc: string; postalCode: string };

/** "4242 4242 4242 4242"; American Express has groups of 4, 6 and 5. */
export function formatCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 9] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let at = 0;
  for (const length of groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + length));
    at += length;
  }
  return parts.join(' ');
}

/** "04 / 29"; a month that can only be one digit gets its zero. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

export function cardBrand(number: string): string | null {
  const digits = digitsOf(number);
  if (/^4/.test(digits)) return 'Visa';
  if (/^(?:5[1-5]|2[2-7])/.test(digits)) return 'Mastercard';
  if (/^3[47]/.test(digits)) return 'American Express';
  if (/^6(?:011|5)/.test(digits)) return 'Discover';
  return null;
}

/** The validation error of each field, or undefined. */
export const cardErrors: Record<keyof CardFields, (value: string) => string | undefined> = {
  number: (value) => {
    const { length } = digitsOf(value);
    if (length === 0) return cardMessages.noCard;
    return length < 13 ? texts.yourCardNumberIsIncomplete : undefined;
  },
  expiry: (value) => {
    const digits = digitsOf(value);
    if (digits.length < 4) return texts.yourCardsExpirationDateIsIncomplete;
    const month = Number(digits.slice(0, 2));
    return month >= 1 && month <= 12 ? undefined : texts.yourCardsExpirationDateIsInvalid;
  },
  cvc: (value) => (digitsOf(value).length < 3 ? texts.yourCardsSecurityCodeIsIncomplete : undefined),
  postalCode: postalCodeError,
};

/** Postal codes of all countries have 3 to 10 letters, digits, spaces and hyphens. */
export function postalCodeError(value: string): string | undefined {
  const code = value.trim();
  if (code === '') return texts.postalCodeIsRequired;
  return /^[\p{L}\d][\p{L}\d -]{1,8}[\p{L}\d]$/u.test(code) ? undefined : texts.yourPostalCodeIsNotValid;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
