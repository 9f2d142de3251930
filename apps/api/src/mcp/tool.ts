// The shape of a tool for agents, and of its answers. A tool is data and one function, so that the list, the check of rights and
// the call all come from one place.
import type { AccessPermission } from '@pocketfleet/contract';
import type { z } from 'zod';
import type { AppParts } from '../app-parts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Principal } from '../platform/principal.ts';
import type { ScreenDeps } from '../screen/screen.ts';
import type { RunningCalls } from './running-calls.ts';

export type McpDeps = {
  db: Db;
  clock: Clock;
  events: Events;
  config: { publicUrl: string };
  channels: AppParts['channels'];
  screen: ScreenDeps;
  running: RunningCalls;
};

export type ToolCall = {
  readonly deps: McpDeps;
  readonly caller: Principal;
  /** Aborted when the client no longer waits for the answer, and when the caller was cut off or has lost its right. */
  readonly signal: AbortSignal;
  /** Says which phone the call is about, as soon as that is known. */
  readonly onPhone: (phone: { device_id: string; assignment_id: string }) => void;
};

export type ToolAnswer = {
  /** For the model, in words. Text of a phone stands in it only as `quoteScreen` quotes it. */
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly jpeg?: Uint8Array | undefined;
  /** The request was not carried out; the text says why. */
  readonly isRefused?: boolean;
};

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All of them; without one, the tool is not listed. */
  readonly needs: readonly AccessPermission[];
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly isReadOnly: boolean;
  readonly run: (call: ToolCall, input: never) => Promise<ToolAnswer>;
};

/** Keeps the types of one tool: `run` gets what the schema of its input gives. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    readonly run: (call: ToolCall, input: z.output<Input>) => Promise<ToolAnswer>;
  },
): Tool {
  return tool;
}
