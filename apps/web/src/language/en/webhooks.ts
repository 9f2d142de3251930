import type { WebhookEvent } from '@pocketfleet/contract';

export const webhooks = 'Webhooks';
export const makeWebhook = 'Add webhook';
export const newWebhook = 'New webhook';
export const changeWebhook = 'Edit webhook';
export const save = 'Save';
export const edit = 'Edit';
export const editOf = (url: string) => `Edit ${url}`;
export const newWebhookLead = 'We’ll send a signed POST to your server for each event that you choose.';
export const address = 'Address';
export const addressHint = 'A public https address of your server';
export const events = 'Events';
export const eventHints: Readonly<Record<WebhookEvent, string>> = {
  'order.paid': 'an order was paid',
  'order.refunded': 'money was refunded',
  'request.quoted': 'your request has a quote',
  'rental.started': 'a phone is ready for you',
  'rental.ending': '24 hours and 1 hour before the end',
  'rental.ended': 'a rental is over',
  'phone.offline': 'a phone went offline',
  'phone.online': 'a phone is back',
  'phone.replaced': 'you got another phone',
  'cleaning.proved': 'a phone was erased after you',
  'key.expiring': 'a key ends soon',
  'human.asked': 'a program asks people something',
};
export const chooseAnEvent = 'Choose at least one event';
export const cancel = 'Cancel';
export const madeWebhook = 'Your new webhook';
export const rotated = 'The secret was rotated';
export const secretLead = 'Copy the secret now. It can’t be shown again.';
export const theSecret = 'the secret';
export const secret = 'Secret';
export const secretUse = 'Your server checks the signature of each delivery with it.';
export const bothSecrets =
  'For 24 hours we sign with the old secret too, so that you can change your server.';
export const done = 'Done';
export const copied = (what: string) => `Copied ${what}.`;
export const copyFailed = 'Your browser didn’t allow the copy. Select the text and copy it by hand.';
export const stateNames = {
  on: 'On',
  off: 'Off',
  failing: 'Off: failed for three days',
  gone: 'Off: your server answered 410',
} as const;
export const failingSince = (age: string) => `Failing, first failure ${age}`;
export const test = 'Send test';
export const testOf = (url: string) => `Send test to ${url}`;
export const onlyMaker = (username: string) => `Only ${username}, who made it, can do this`;
export const testSent = 'The test is on its way.';
export const deliveries = 'Deliveries';
export const deliveriesOf = (url: string) => `Deliveries to ${url}`;
export const deliveryStates = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const;
export const switchOff = 'Switch off';
export const switchOn = 'Switch on';
export const rotate = 'Rotate secret';
export const remove = 'Delete';
export const removeTitle = 'Delete this webhook?';
export const removeText = (url: string) =>
  `Nothing more will be sent to ${url}, and the list of its deliveries is deleted.`;
export const removed = 'The webhook was deleted.';
export const changed = 'Saved.';
export const sendAgain = 'Send again';
export const sentAgain = 'It’s on its way again.';
export const body = 'Sent';
export const answer = (status: number, ms: number) => `Answered ${status} in ${ms} ms`;
export const noAnswer = (ms: number) => `No answer after ${ms} ms`;
export const nextAttempt = (moment: string) => `Next attempt ${moment}`;
export const noDeliveries = 'Nothing has been sent yet. Send a test to see one.';
export const olderDeliveries = 'Older deliveries';
export const noWebhooks = 'No webhooks yet';
export const noWebhooksText =
  'A webhook tells your server when a rental starts or ends, a phone goes offline, or an order is paid.';
export const loading = 'Loading webhooks';
export const notLoaded = 'Your webhooks couldn’t be loaded';
export const nothingChanged = 'Nothing has changed. Please try again.';
export const notDone = (reason: string | null) => reason ?? nothingChanged;
export const notAllowed = 'You can’t see webhooks';
export const notAllowedText = 'Your role in this team doesn’t include them. Ask an owner or admin.';
export const retry = 'Try again';
