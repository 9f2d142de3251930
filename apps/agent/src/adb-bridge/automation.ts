// Recognizes requests that start the customer's own automation. Android gives the screen to one automation at a time, so our
// screen reader must let go of it first. Automation that begins inside an interactive shell can't be seen here.

const automations: readonly (readonly [RegExp, string])[] = [
  [/\bam\s+instrument\b|\bactivity\s+instrument\b|^abb(?:_exec)?:activity\0instrument\0/, 'am instrument'],
  [/\buiautomator\b/, 'uiautomator'],
];

/** The automation that the service starts, for the log; undefined when it is none. */
export function automationIn(service: string): string | undefined {
  return automations.find(([pattern]) => pattern.test(service))?.[1];
}
