// The seam between the agent and whatever reads a screen on the phone. Today that is agent-device's snapshot helper; a reader
// of our own can take its place.
import type { Adb } from '@yume-chan/adb';

/** One reading of the whole screen. */
export interface ScreenCapture {
  /** UTF-8, of windows and nodes as `uiautomator dump` writes them, with the helper's attributes of windows. */
  readonly xml: Uint8Array;
  /** The reader has left nodes out. */
  readonly isTruncated: boolean;
  /** How long the reader itself took, as it says. */
  readonly helperMs: number;
  /** From our request until its answer was complete. */
  readonly tookMs: number;
}

/** A running reader. It holds the phone's only UiAutomation, so it is closed soon after the last reading. */
export interface RunningReader {
  /** Rejects with ScreenError. */
  capture(): Promise<ScreenCapture>;
  /** Resolves when nothing of it runs on the phone any more. */
  close(): Promise<void>;
}

/** The programs that this host can install on its phones. */
export interface ScreenTools {
  readonly reader: ReaderProgram;
  readonly keyboardApk: Uint8Array;
}

export interface ReaderProgram {
  /**
   * Puts the program on the phone, which may take half a minute and doesn't need the screen. Rejects with ScreenError `busy`, and
   * puts nothing there, while other automation holds the screen.
   */
  prepare(adb: Adb): Promise<void>;
  /** Of a prepared phone. Rejects with ScreenError. */
  start(adb: Adb): Promise<RunningReader>;
  /** Whether another program holds the screen, or a reader of ours that still runs. */
  isTaken(adb: Adb): Promise<boolean>;
  /** Whether this adb service leads to a socket of a reader that we run. */
  isOwnSocket(adb: Adb, service: string): boolean;
}
