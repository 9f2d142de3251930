// Stripe's published test cards and their behaviour (docs.stripe.com/testing). No other number is accepted, and
// none is stored: only brand and last four digits.

export type CardOutcome =
  | { kind: 'succeeds' }
  | { kind: 'declined'; code: string; declineCode: string | null; message: string }
  /** 3-D Secure first; then `next`. */
  | { kind: 'challenged'; next: CardOutcome }
  /** Succeeds; the cardholder disputes it at once. */
  | { kind: 'disputed' };

export type TestCard = { number: string; brand: string; outcome: CardOutcome };

const succeeds: CardOutcome = { kind: 'succeeds' };
const declined = (declineCode: string, message = 'Your card was declined.'): CardOutcome => ({
  kind: 'declined',
  code: 'card_declined',
  declineCode,
  message,
});
const wrong = (code: string, message: string): CardOutcome => ({
  kind: 'declined',
  code,
  declineCode: null,
  message,
});
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.');

const outcomes: readonly (readonly [number: string, brand: string, outcome: CardOutcome])[] = [
  ['4242424242424242', 'visa', succeeds],
  ['4000056655665556', 'visa', succeeds],
  ['5555555555554444', 'mastercard', succeeds],
  ['2223003122003222', 'mastercard', succeeds],
  ['5200828282828210', 'mastercard', succeeds],
  ['378282246310005', 'amex', succeeds],
  ['6011111111111117', 'discover', succeeds],
  ['4000000000000002', 'visa', declined('generic_decline')],
  ['4000000000009995', 'visa', insufficientFunds],
  ['4000000000009987', 'visa', declined('lost_card')],
  ['4000000000009979', 'visa', declined('stolen_card')],
  ['4100000000000019', 'visa', declined('fraudulent')],
  ['4000000000006975', 'visa', declined('card_velocity_exceeded')],
  ['4000000000000069', 'visa', wrong('expired_card', 'Your card has expired.')],
  ['4000000000000127', 'visa', wrong('incorrect_cvc', "Your card's security code is incorrect.")],
  [
    '4000000000000119',
    'visa',
    wrong('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ],
  ['4242424242424241', 'visa', wrong('incorrect_number', 'Your card number is incorrect.')],
  ['4000002500003155', 'visa', { kind: 'challenged', next: succeeds }],
  ['4000002760003184', 'visa', { kind: 'challenged', next: succeeds }],
  ['4000008260003178', 'visa', { kind: 'challenged', next: insufficientFunds }],
  ['4000008400001629', 'visa', { kind: 'challenged', next: declined('generic_decline') }],
  ['4000000000000259', 'visa', { kind: 'disputed' }],
  // Their banks decide refunds later: see refunds.ts.
  ['4000000000007726', 'visa', succeeds],
  ['4000000000005126', 'visa', succeeds],
];

const testCards: readonly TestCard[] = outcomes.map(([number, brand, outcome]) => ({
  number,
  brand,
  outcome,
}));

/** Stripe's names for some of these cards, for use on servers. */
const named: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
};

export function findCard(numberOrName: string): TestCard | undefined {
  const number = named[numberOrName] ?? numberOrName.replace(/[\s-]/g, '');
  return testCards.find((card) => card.number === number);
}
