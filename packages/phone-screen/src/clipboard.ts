export interface Clipboard {
  get(): string;
  set(text: string): void;
  onChange(listener: (text: string) => void): () => void;
}

export function createClipboard(): Clipboard {
  let content = '';
  const listeners = new Set<(text: string) => void>();
  return {
    get: () => content,
    set(text) {
      if (text === content) return;
      content = text;
      for (const listener of [...listeners]) listener(text);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
