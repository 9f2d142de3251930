import type { Player } from '@pocketfleet/stream-player';
import { saveFile, toast } from '@pocketfleet/ui';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#language/session';
import { fileNameFor } from '../../streams/file-name.ts';

export type Screenshot = { id: number; image: Blob; address: string; name: string; takenAt: Date };

export type Screenshots = {
  /** Those taken since the page was opened, newest first. */
  list: readonly Screenshot[];
  /** Saves what the phone shows as a file. */
  take(): Promise<void>;
  /** Copies what the phone shows. */
  copyNow(): Promise<void>;
  copy(screenshot: Screenshot): Promise<void>;
  download(screenshot: Screenshot): void;
};

/** A picture of a large phone has a few MB, and older ones have been saved as files. */
const maxKept = 12;

export function useScreenshots(player: Player | null, tag: string): Screenshots {
  const [list, setList] = useState<readonly Screenshot[]>([]);
  const addresses = useRef(new Set<string>());
  const lastId = useRef(0);
  useEffect(() => {
    const known = addresses.current;
    return () => {
      for (const address of known) URL.revokeObjectURL(address);
      known.clear();
    };
  }, []);

  const keep = (image: Blob): Screenshot => {
    const takenAt = new Date();
    const address = URL.createObjectURL(image);
    addresses.current.add(address);
    const name = fileNameFor(tag, takenAt, 'png');
    const fresh = { id: ++lastId.current, image, address, name, takenAt };
    setList((before) => {
      for (const old of before.slice(maxKept - 1)) {
        URL.revokeObjectURL(old.address);
        addresses.current.delete(old.address);
      }
      return [fresh, ...before].slice(0, maxKept);
    });
    return fresh;
  };

  return {
    list,
    async take() {
      const image = await player?.screenshot();
      if (!image) return void toast.error(texts.thereIsNoPicture);
      const { name } = keep(image);
      saveFile(image, name);
      toast.success(texts.screenshotSavedAs(name), {
        action: { label: texts.copy, onClick: () => void copyImage(image) },
      });
    },
    async copyNow() {
      const image = await player?.screenshot();
      if (!image) return void toast.error(texts.thereIsNoPictureTo);
      keep(image);
      await copyImage(image);
    },
    copy: ({ image }) => copyImage(image),
    download: ({ image, name }) => saveFile(image, name),
  };
}

async function copyImage(image: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    toast.success(texts.screenshotCopiedToClipboard);
  } catch {
    toast.error(texts.failedToCopyToClipboard);
  }
}
