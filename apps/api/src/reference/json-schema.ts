/** A schema as the API's document holds it (JSON Schema 2020-12). */
export type JsonSchema = { [key: string]: unknown };
