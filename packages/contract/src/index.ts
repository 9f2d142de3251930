// The contract between browser, API, agents and tests: REST routes, websocket messages, error and close codes, as
// schemas. Pure: no Node, no DOM, no environment, no clock.
export * from './accounts.ts';
export * from './agent-link.ts';
export * from './assignments.ts';
export * from './billing.ts';
export * from './cleaning.ts';
export * from './close-codes.ts';
export * from './contact.ts';
export * from './device-actions.ts';
export * from './devices.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './fields.ts';
export * from './files.ts';
export * from './operator-calendar.ts';
export * from './operator-cleaning.ts';
export * from './operator-customers.ts';
export * from './operator-fleet.ts';
export * from './operator-hosts.ts';
export * from './operator-orders.ts';
export * from './operator-route.ts';
export { type OperatorRouteName, operatorRoutes } from './operator-routes.ts';
export * from './operator-session.ts';
export * from './orders.ts';
export * from './route.ts';
export { type RouteName, routes } from './routes.ts';
export * from './viewer-messages.ts';
