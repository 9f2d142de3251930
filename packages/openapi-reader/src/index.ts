// Reads an OpenAPI document as customers' tools do, for tests alone. It is a package of its own because the generator of
// types needs an older compiler than the product.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';

/** TypeScript's types of all calls, as openapi-typescript makes them. */
export async function generateTypes(document: object): Promise<string> {
  return astToString(await openapiTS(document as never));
}

/** The findings of Redocly's linter by its recommended rules, each as "rule: message at pointer". */
export async function lint(document: object): Promise<string[]> {
  const settings = {
    extends: ['recommended'],
    // The product's terms say what a customer may do with it.
    rules: { 'info-license': 'off' },
  };
  // Comparing this with the type of all rules takes the compiler as long as a tenth of our code.
  const config = await createConfig(settings as never);
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`,
  );
}
