// The journeys of a lane share a worker with its modules, so values that one file has created must be dropped at its end.
const forgotten = new Set<() => void>();

/** Creates the value at the first call in each test file, and returns the same one until that file's end. */
export function onceForFile<Given extends unknown[], Made>(
  make: (...given: Given) => Promise<Made>,
): (...given: Given) => Promise<Made> {
  let made: Promise<Made> | undefined;
  const forget = (): void => {
    made = undefined;
  };
  forgotten.add(forget);
  return (...given) => {
    if (made === undefined) {
      made = make(...given);
      made.catch(forget);
    }
    return made;
  };
}

export function forgetFile(): void {
  for (const forget of forgotten) forget();
}
