import { createContext, Script } from 'node:vm';

const MAX_MS = 100;
const script = new Script('texts.map((text) => expression.test(text))');
const room = createContext({});

/**
 * Which of these texts an expression of shell's finds. Undefined when that takes too long: one like `(a+)+$` never
 * ends, and the other phones of the process would wait for it.
 */
export function findMatches(expression: RegExp, texts: readonly string[]): readonly boolean[] | undefined {
  Object.assign(room, { expression, texts });
  try {
    return script.runInContext(room, { timeout: MAX_MS });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    Object.assign(room, { expression: undefined, texts: undefined });
  }
}
