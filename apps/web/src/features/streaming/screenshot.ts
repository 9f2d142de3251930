import type { Player } from '@pocketfleet/stream-player';
import { saveFile, toast } from '@pocketfleet/ui';
import * as texts from '#language/session';
import { fileNameFor } from '../../streams/file-name.ts';

/** Saves what the phone shows as a file. */
export async function saveScreenshot(player: Player | null, tag: string): Promise<void> {
  const image = await player?.screenshot();
  if (!image) return void toast.error(texts.thereIsNoPicture);
  const name = fileNameFor(tag, new Date(), 'png');
  saveFile(image, name);
  toast.success(texts.screenshotSavedAs(name), {
    action: { label: texts.copy, onClick: () => void copyImage(image) },
  });
}

export async function copyScreenshot(player: Player | null): Promise<void> {
  const image = await player?.screenshot();
  if (image) await copyImage(image);
  else toast.error(texts.thereIsNoPictureTo);
}

async function copyImage(image: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    toast.success(texts.screenshotCopiedToClipboard);
  } catch {
    toast.error(texts.failedToCopyToClipboard);
  }
}
