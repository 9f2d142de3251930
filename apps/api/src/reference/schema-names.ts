// Names for the schemas of the contract, so that the document has each once and generated clients have types with names.
import * as contract from '@pocketfleet/contract';
import { type RouteDefinition, routes } from '@pocketfleet/contract';
import { z } from 'zod';

/** Shared words of the contract whose names say too little among all types. */
const longerNames: Record<string, string> = {
  phone: 'PhoneOfLink',
  order: 'Order',
  permission: 'LinkPermission',
};

let isDone = false;

/** Registers a name for each object and list of words: its own in the contract, else that of its call. */
export function nameSchemas(): void {
  if (isDone) return;
  isDone = true;
  // Without the type the compiler compares each export with all others, for more than a second.
  for (const [name, value] of Object.entries<unknown>(contract)) {
    if (isNamed(value)) register(value, longerNames[name] ?? capitalize(name));
  }
  for (const [name, route] of Object.entries(routes as Record<string, RouteDefinition>)) {
    const { body, response, responseKind } = route;
    if (body) register(innermost(body), `${capitalize(name)}Request`);
    if (responseKind !== 'file') register(innermost(response), `${capitalize(name)}Response`);
  }
  // Several events say the same.
  register(contract.webhookData['rental.started'], 'RentalData');
  register(contract.webhookData['order.paid'], 'OrderData');
  for (const [type, data] of Object.entries(contract.webhookData)) {
    const words = type.split('.').map(capitalize).join('');
    register(data, `${words}Data`);
  }
}

function isNamed(value: unknown): value is z.ZodType {
  return (
    value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodDiscriminatedUnion
  );
}

function innermost(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return innermost(schema.unwrap() as z.ZodType);
  }
  return schema;
}

function register(schema: z.ZodType, id: string): void {
  if (schema instanceof z.ZodNull || schema instanceof z.ZodArray) return;
  if (z.globalRegistry.get(schema)?.id === undefined) z.globalRegistry.add(schema, { id });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
