// Values that few requests need are made at the first of them, so that no start waits for them.

/** Makes a value at the first call, and returns the same one to all. After an error the next call tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
