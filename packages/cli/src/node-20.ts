// Functions that the sources use and Node 20 lacks. main.ts imports this file first.

// The types say that both exist, as they do from Node 22 on.
const promises = Promise as { withResolvers?: typeof Promise.withResolvers };
promises.withResolvers ??= <T>() => {
  let resolve: (value: T | PromiseLike<T>) => void = () => undefined;
  let reject: (reason?: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
};

const urls = URL as { parse?: typeof URL.parse };
urls.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

export {};
