export function createClipboard() {
  let content = '';
  const listeners = new Set<(text: string) => void>();
  return {
    get: () => content,
    set(text: string) {
      if (text === content) return;
      content = text;
      for (const listener of [...listeners]) listener(text);
    },
    onChange(listener: (text: string) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Clipboard = ReturnType<typeof createClipboard>;
