// A guest's click on "Take", kept while the stream is opened anew with the right that they have been given meanwhile.

/** A click longer ago is not obeyed: the guest no longer expects it, and somebody else may have begun to work. */
const validMs = 5_000;

export type ControlRequest = {
  ask(): void;
  /** True when control was asked for just now. It is true once for each request. */
  take(): boolean;
  clear(): void;
};

/** `nowMs`: a clock that only goes forward. */
export function createControlRequest(nowMs: () => number = () => performance.now()): ControlRequest {
  let askedAtMs: number | undefined;
  return {
    ask: () => {
      askedAtMs = nowMs();
    },
    take: () => {
      const isValid = askedAtMs !== undefined && nowMs() - askedAtMs <= validMs;
      askedAtMs = undefined;
      return isValid;
    },
    clear: () => {
      askedAtMs = undefined;
    },
  };
}
