// Tests that are not trusted. They run and are reported by name, and don't decide the exit code of `npm test`.
// A test is listed only with its cause, and mended before anything else: the list is meant to be empty.
export type Quarantined = { readonly file: string; readonly test: string; readonly cause: string };

export const quarantine: readonly Quarantined[] = [
  {
    file: 'e2e/session.e2e.ts',
    test: 'records the stream into an MP4 that a browser plays',
    cause:
      'in two of five runs on a busy machine no file is offered for saving within 30 seconds; not known what it waits for',
  },
  {
    file: 'e2e/reconnect.e2e.ts',
    test: 'the agent beside the phone dies',
    cause:
      'right after the death the canvas in front is blank at times, and at times the first tap after the return is lost; not known whether the page or the journey is wrong',
  },
];

export function findQuarantined(
  file: string,
  test: string,
  list: readonly Quarantined[] = quarantine,
): Quarantined | undefined {
  return list.find((each) => each.file === file && each.test === test);
}
