// Android's single UiAutomation (UiAutomationManager): whoever connects first keeps it, and everybody else is refused.
// While it is held, Android suspends the accessibility services of the phone.

export interface UiAutomation {
  /** Who holds it, as `dumpsys` would tell; undefined while it is free. */
  readonly holder: string | undefined;
  /** Throws UiAutomationTaken while somebody holds it. */
  connect(holder: string): UiAutomationConnection;
  /** Everybody loses it, as at a restart. */
  reset(): void;
}

export interface UiAutomationConnection {
  readonly isConnected: boolean;
  disconnect(): void;
}

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

export function createUiAutomation(): UiAutomation {
  let current: { holder: string } | undefined;
  return {
    get holder() {
      return current?.holder;
    },
    connect(holder) {
      if (current !== undefined) throw new UiAutomationTaken();
      const own = { holder };
      current = own;
      return {
        get isConnected() {
          return current === own;
        },
        disconnect() {
          if (current === own) current = undefined;
        },
      };
    },
    reset() {
      current = undefined;
    },
  };
}
