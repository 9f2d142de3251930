// One capture of the snapshot helper: waits for quiet, reads all windows, and writes them as XML.
import { setTimeout as pause } from 'node:timers/promises';
import { type ShellWorld, snapshotXml, waitForQuiet } from '@pocketfleet/android-shell';
import type { AccessibilityNode, AccessibilityWindow } from '@pocketfleet/phone-parts';
import type { ScreenReaderFault } from '../faults.ts';

export interface CaptureLimits {
  readonly waitForIdleTimeoutMs: number;
  readonly waitForIdleQuietMs: number;
  readonly timeoutMs: number;
  readonly maxDepth: number;
  readonly maxNodes: number;
}

export interface SnapshotCapture {
  readonly xml: string;
  readonly values: Readonly<Record<string, string | number | boolean>>;
}

/** A Java exception, as the helper reports it. */
export class JavaError extends Error {
  readonly errorType: string;
  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

const INCOMPLETE_MS = 500;
const RETRY_MS = 50;
const SLOW_MS = 60_000;
const TRUNCATED_NODES = 12;

export interface CaptureDeps {
  readonly world: ShellWorld;
  fault(): ScreenReaderFault | null;
  captureDelayMs(): number;
}

/** Rejects with JavaError, and with AbortError when the program is killed. */
export async function capture(
  { world, fault, captureDelayMs }: CaptureDeps,
  limits: CaptureLimits,
  signal: AbortSignal,
): Promise<SnapshotCapture> {
  const startedAtMs = performance.now();
  const delayMs = fault() === 'slow' ? SLOW_MS : captureDelayMs();
  if (delayMs > 0) await pause(delayMs, undefined, { signal });
  const { waitForIdleQuietMs, waitForIdleTimeoutMs } = limits;
  await waitForQuiet(world.android().screen, waitForIdleQuietMs, waitForIdleTimeoutMs, signal);
  const windows = await completeWindows(world, fault, signal);
  const maxNodes = fault() === 'truncated' ? TRUNCATED_NODES : limits.maxNodes;
  const shown = fault() === 'control_characters' ? windows.map(withControlCharacters) : windows;
  const { xml, nodeCount, isTruncated } = snapshotXml(shown, { ...limits, maxNodes }, world.model.apiLevel);
  return {
    xml,
    values: {
      ...limits,
      rootPresent: true,
      captureMode: 'interactive-windows',
      windowCount: windows.length,
      nodeCount,
      truncated: isTruncated,
      elapsedMs: Math.round(performance.now() - startedAtMs),
    },
  };
}

/** Without an active window, which is so while the display is off, the capture stays incomplete. */
async function completeWindows(
  world: ShellWorld,
  fault: CaptureDeps['fault'],
  signal: AbortSignal,
): Promise<readonly AccessibilityWindow[]> {
  const untilMs = performance.now() + INCOMPLETE_MS;
  for (;;) {
    const windows = world.android().screen.windows();
    if (windows.some(({ isActive }) => isActive) && fault() !== 'incomplete') return windows;
    if (performance.now() > untilMs) {
      throw new JavaError(
        'com.callstack.agentdevice.snapshothelper.AccessibilityCaptureStabilizer$IncompleteCaptureException',
        'Android accessibility capture remained incomplete after 500 ms',
      );
    }
    await pause(RETRY_MS, undefined, { signal });
  }
}

function withControlCharacters(window: AccessibilityWindow): AccessibilityWindow {
  const change = (node: AccessibilityNode): AccessibilityNode => ({
    ...node,
    ...(node.text === undefined ? {} : { text: `\u0001${node.text}\u001b[2J` }),
    children: node.children.map(change),
  });
  return { ...window, root: change(window.root) };
}
