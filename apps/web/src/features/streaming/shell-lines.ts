// Output of a shell as lines. A line that never ends is cut, so that it can't fill the memory.

const maxLength = 16 * 1024;

export function createLineReader(onLines: (lines: readonly string[]) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes) => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split(/\r*\n/);
    rest = (parts.pop() ?? '').slice(-maxLength);
    if (parts.length > 0) onLines(parts);
  };
}
