/** What the shell's prompt does with keys (mksh's emacs mode, as far as people use it). */
export interface LineEditor {
  /**
   * Takes typed bytes. `done` is the finished line, null for ^D on an empty one; `used` is how many bytes
   * were taken, the rest belongs to what comes next.
   */
  type(bytes: Buffer): Promise<{ done?: string | null; used: number }>;
}

const MAX_LINE = 4096;

/** `show` gets what the terminal must print. */
export function createLineEditor(
  history: readonly string[],
  show: (text: string) => Promise<unknown>,
): LineEditor {
  let line: string[] = [];
  let cursor = 0;
  let back = 0;
  let held: Buffer = Buffer.alloc(0);

  const redraw = async (next: string[], nextCursor: number) => {
    const up = cursor === 0 ? '' : `\x1b[${cursor}D`;
    const left = next.length - nextCursor;
    await show(`${up}\x1b[K${next.join('')}${left === 0 ? '' : `\x1b[${left}D`}`);
    line = next;
    cursor = nextCursor;
  };
  const recall = async (step: number) => {
    const wanted = Math.min(history.length, Math.max(0, back + step));
    if (wanted === back) return;
    back = wanted;
    const next = [...(back === 0 ? '' : (history[history.length - back] ?? ''))];
    await redraw(next, next.length);
  };
  const remove = async (from: number, to: number) => {
    await redraw([...line.slice(0, from), ...line.slice(to)], from);
  };

  const key = async (text: string): Promise<string | null | undefined> => {
    switch (text) {
      case '\r':
      case '\n':
        await show('\r\n');
        return line.join('');
      case '\x03':
        await show('^C\r\n');
        return '';
      case '\x04':
        if (line.length === 0) {
          await show('\r\n');
          return null;
        }
        await remove(cursor, cursor + 1);
        return undefined;
      case '\x7f':
      case '\b':
        if (cursor > 0) await remove(cursor - 1, cursor);
        return undefined;
      case '\x15':
        await remove(0, cursor);
        return undefined;
      case '\x0b':
        await remove(cursor, line.length);
        return undefined;
      case '\x17': {
        const before = line
          .slice(0, cursor)
          .join('')
          .replace(/\S+\s*$/, '');
        await remove([...before].length, cursor);
        return undefined;
      }
      case '\x01':
      case '\x1b[H':
        await redraw(line, 0);
        return undefined;
      case '\x05':
      case '\x1b[F':
        await redraw(line, line.length);
        return undefined;
      case '\x1b[A':
        await recall(1);
        return undefined;
      case '\x1b[B':
        await recall(-1);
        return undefined;
      case '\x1b[C':
        if (cursor < line.length) await redraw(line, cursor + 1);
        return undefined;
      case '\x1b[D':
        if (cursor > 0) await redraw(line, cursor - 1);
        return undefined;
      default:
        if (text.charCodeAt(0) >= 0x20 && line.length < MAX_LINE) {
          const next = [...line.slice(0, cursor), text, ...line.slice(cursor)];
          if (cursor === line.length) {
            await show(text);
            line = next;
            cursor += 1;
          } else {
            await redraw(next, cursor + 1);
          }
        }
        return undefined;
    }
  };

  return {
    async type(typed) {
      const heldBytes = held.length;
      const bytes = Buffer.concat([held, typed]);
      held = Buffer.alloc(0);
      for (let at = 0; at < bytes.length; ) {
        const length = keyLength(bytes, at);
        if (length === 0) {
          held = Buffer.from(bytes.subarray(at));
          break;
        }
        const done = await key(bytes.subarray(at, at + length).toString('utf8'));
        at += length;
        if (done !== undefined) return { done, used: Math.max(0, at - heldBytes) };
      }
      return { used: typed.length };
    },
  };
}

/** How many bytes the key at `at` has; 0 when not all of them are there yet. */
function keyLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first === 0x1b) {
    if (at + 1 >= bytes.length) return 0;
    const second = bytes[at + 1];
    if (second !== 0x5b && second !== 0x4f) return 2;
    for (let end = at + 2; end < bytes.length && end < at + 16; end++) {
      const byte = bytes[end] ?? 0;
      if (byte >= 0x40 && byte <= 0x7e) return end - at + 1;
    }
    return bytes.length - at >= 16 ? 16 : 0;
  }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return at + length <= bytes.length ? length : 0;
}
