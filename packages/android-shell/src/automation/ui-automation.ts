// Android's single UiAutomation (UiAutomationManager): the first program that connects keeps it, others are refused.
// While it is held, Android suspends the accessibility services of the phone.

/** The refusal, with the text of Android's IllegalStateException. */
class UiAutomationTaken extends Error {
  readonly errorType = 'java.lang.IllegalStateException';

  constructor() {
    // There is no blank before "already" in Android's text either.
    super(
      'UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5c1f2aalready registered!',
    );
  }
}

export function createUiAutomation() {
  let current: { holder: string } | undefined;
  return {
    /** The program that holds it; undefined while it is free. */
    get holder() {
      return current?.holder;
    },
    /** Throws UiAutomationTaken while a program holds it. */
    connect(holder: string) {
      if (current !== undefined) throw new UiAutomationTaken();
      const own = { holder };
      current = own;
      return {
        disconnect() {
          if (current === own) current = undefined;
        },
      };
    },
    /** Disconnects the program, as a restart does. */
    reset() {
      current = undefined;
    },
  };
}

export type UiAutomation = ReturnType<typeof createUiAutomation>;
export type UiAutomationConnection = ReturnType<UiAutomation['connect']>;
