/** True when a version like "1.0.3" is older than "1.2.0". A text that is no version counts as oldest. */
export function isOlderVersion(version: string, newest: string): boolean {
  const [ours, theirs] = [newest, version].map((text) => /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(text));
  if (!theirs || !ours) return true;
  for (const part of [1, 2, 3]) {
    const difference = Number(theirs[part]) - Number(ours[part]);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
