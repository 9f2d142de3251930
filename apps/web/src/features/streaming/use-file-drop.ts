import { type DragEvent, useRef, useState } from 'react';

/** Files that are dropped on an element. Folders are ignored, because browsers give no content for them. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  // The pointer enters a child before it leaves the previous one.
  const depth = useRef(0);
  const move = (event: DragEvent, by: number) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver: (event: DragEvent) => move(event, 0),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.items].flatMap((item) => {
          if (item.webkitGetAsEntry()?.isDirectory) return [];
          return item.getAsFile() ?? [];
        });
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
