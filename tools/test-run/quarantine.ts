// Tests that are not trusted. They run and are reported by name, and don't decide the exit code of `npm test`.
// A test is listed only with its cause, and mended before anything else: the list is meant to be empty.
export type Quarantined = { readonly file: string; readonly test: string; readonly cause: string };

export const quarantine: readonly Quarantined[] = [];

export function findQuarantined(
  file: string,
  test: string,
  list: readonly Quarantined[] = quarantine,
): Quarantined | undefined {
  return list.find((each) => each.file === file && each.test === test);
}
