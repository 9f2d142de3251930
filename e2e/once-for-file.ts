// The journeys of a lane share a worker with its modules, so what one file has made must be forgotten at its end.
const forgotten = new Set<() => void>();

/** Makes it at the first call of each test file, and hands out the same until that file's end. */
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
