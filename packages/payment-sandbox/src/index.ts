// A local server with the part of Stripe's API that we use: payment intents, refunds, disputes, events,
// signed webhooks. It accepts only Stripe's published test cards and listens on loopback only.
export { type Sandbox, startSandbox } from './sandbox.ts';
