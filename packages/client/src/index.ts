// The client of the customers' API, typed from the contract's routes. It runs in browsers and in Node, uses no global but
// those of fetch, and knows no page: it returns a checked response or throws ApiError. `@pocketfleet/client/call-route`
// calls a single route without the table of all routes.
export { ApiError } from './api-error.ts';
export { type Client, createClient } from './client.ts';
