// The consequence of a broken invariant for customers or money, and the first thing to do. By the check's id.
type Advice = { consequence: string; action: string };

const stopRenting = 'Quarantine the phone, then swap or refund one of its tenants.';
const compareBooks = 'Compare the payment with the provider’s dashboard before you refund anything.';
const giveToEngineers = 'Give these rows to the engineers; nothing needs to be done for customers yet.';

const advice: Readonly<Record<string, Advice>> = {
  B1: { consequence: 'Two customers have paid for the same phone at the same time.', action: stopRenting },
  'B1-constraint': {
    consequence: 'A fault could now book a phone twice without being stopped.',
    action: 'Have the constraint restored before more phones are rented.',
  },
  B2: {
    consequence: 'A customer has paid for more phones than they have, or has phones without an order.',
    action: 'Open the order, and assign the missing phones or refund them.',
  },
  'B2-extension': {
    consequence: 'A customer has paid for more time than their phone has.',
    action: 'Open the order, and refund the extension or assign a phone for the rest.',
  },
  B3: {
    consequence: 'A booked phone won’t be there at its start.',
    action: 'Swap the rental to another phone.',
  },
  B4: {
    consequence: 'Phones are held that nobody pays for, so others can’t rent them.',
    action: 'Check that jobs run: the health page shows overdue ones.',
  },
  'B7-end': {
    consequence: 'A customer gets more or less time than they paid for.',
    action: 'Open the order, and agree on the right end with the customer.',
  },
  B8: {
    consequence: 'Customers may see another state than their phone has.',
    action: 'Check that jobs run: starts and ends are late.',
  },
  T1: {
    consequence: 'Lists and deadlines may be wrong.',
    action: 'Check the clock of the database’s machine.',
  },
  T2: {
    consequence: 'Times may be stored an hour or more off.',
    action: 'Have the session’s time zone set to UTC.',
  },
  A1: {
    consequence: 'Somebody may use a phone before their rental, or after it.',
    action: 'Revoke the assignment if its time is over, and check that jobs run.',
  },
  A2: {
    consequence: 'A customer may find another customer’s data on the phone.',
    action: 'Swap the rental at once, and clean the phone.',
  },
  A3: { consequence: 'The record can’t prove who changed what.', action: giveToEngineers },
  B7: { consequence: 'A customer was asked for another amount than they agreed to.', action: compareBooks },
  'P1-money': {
    consequence: 'A customer has paid and has no phones.',
    action: 'Open the order, and refund it or assign phones.',
  },
  'P1-phones': { consequence: 'A customer has phones that nobody paid for.', action: compareBooks },
  'P1-undelivered': {
    consequence: 'A customer has paid for a phone they couldn’t use.',
    action: 'Open the order, and refund the rental.',
  },
  'P1-extensions': {
    consequence: 'A customer has paid for more time that their phone didn’t get.',
    action: 'Open the order, and refund the rental’s extension.',
  },
  'P2-charges': { consequence: 'A customer was charged twice.', action: compareBooks },
  'P2-refunds': { consequence: 'We gave back more than we received.', action: compareBooks },
  'P2-twice': { consequence: 'The same money went back twice, once through the bank.', action: compareBooks },
  'P2-ledger': { consequence: 'Our books don’t show a refund.', action: compareBooks },
  'P2-disputes': { consequence: 'Our books don’t show money that a bank took back.', action: compareBooks },
  P3: {
    consequence: 'Payments may have arrived that no order knows of.',
    action: 'Check that jobs run, and that the database and the provider respond.',
  },
  P4: { consequence: 'Money can’t be matched to its order.', action: compareBooks },
  P5: {
    consequence: 'A payment may have succeeded or failed without our knowing.',
    action: 'Check that jobs run, and that the provider responds.',
  },
  'P5-effect': { consequence: 'Money was received, and its order doesn’t show it.', action: compareBooks },
  M1: {
    consequence: 'A customer has another model than they chose.',
    action: 'Swap the rental to a phone of the chosen model.',
  },
  M2: {
    consequence: 'Phones are held for an order that don’t match the models it chose.',
    action: giveToEngineers,
  },
  M3: {
    consequence: 'A customer whose phone failed waits for the model or the refund they were promised.',
    action: 'Check that jobs run, then swap the rental or refund it.',
  },
  P6: {
    consequence: 'A customer waits for money longer than we promise.',
    action: 'Open “Unsettled” payments, and send what must be sent by hand.',
  },
  P7: { consequence: 'A repeated request could charge a card twice.', action: giveToEngineers },
  P8: { consequence: 'The provider’s books and ours differ.', action: compareBooks },
  'P8-read': {
    consequence: 'We can’t compare our books with the provider’s.',
    action: 'Check the provider’s status and the keys.',
  },
};

/** A newer server may have checks that this page doesn't know. */
export function adviceOn(id: string): Advice {
  return (
    advice[id] ?? {
      consequence: 'Money or inventory may be wrong.',
      action: 'Give these rows to the engineers.',
    }
  );
}
