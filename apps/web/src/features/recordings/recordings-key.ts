/** Not among the keys of `api/query-keys.ts`, which each page of the panel loads first. */
export const recordingsKey = ['recordings'] as const;
