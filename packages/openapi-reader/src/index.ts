// Reads an OpenAPI document as customers' tools do, for tests alone. It is a package of its own because the generator of
// types needs an older compiler than the product.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';

/** TypeScript's types of all calls, as openapi-typescript makes them. */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as never));
}

/** What Redocly's linter finds by its recommended rules, each as "rule: message at pointer". */
export async function lint(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    // What a customer may do with the product is in its terms.
    rules: { 'info-license': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
  );
}
