// Tests that are not trusted. They run and are reported by name, and don't decide the exit code of `npm test`.
// A test is listed only with its cause, and mended before anything else: the list is meant to be empty.
export type Quarantined = { readonly file: string; readonly test: string; readonly cause: string };

export const quarantine: readonly Quarantined[] = [
  {
    file: 'e2e/site-sizes.e2e.ts',
    test: 'a public page > src/pages/landing-page.tsx asks for at most 14 script files',
    cause: '15 files: links of the site now depend on the team, which is a file of its own.',
  },
  {
    file: 'e2e/site-sizes.e2e.ts',
    test: 'a page of the console > src/pages/devices-page.tsx starts with at most 170 KB',
    cause: '172.6 KB: selection and the team switcher are part of the start.',
  },
  {
    file: 'e2e/site-sizes.e2e.ts',
    test: 'a page of the console > src/pages/keys-page.tsx starts with at most 170 KB',
    cause: '171.0 KB: the form of a key is part of the start.',
  },
  {
    file: 'e2e/site-sizes.e2e.ts',
    test: 'the stream frame > is a page of at most 60 KB in total',
    cause: '145.2 KB: the sentences of error codes brought the contract along; not weighed again since.',
  },
];

export function findQuarantined(
  file: string,
  test: string,
  list: readonly Quarantined[] = quarantine,
): Quarantined | undefined {
  return list.find((each) => each.file === file && each.test === test);
}
