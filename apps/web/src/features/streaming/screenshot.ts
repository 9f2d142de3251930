import type { Player } from '@pocketfleet/stream-player';
import { saveFile, toast } from '@pocketfleet/ui';
import { fileNameFor } from './file-name.ts';

/** Saves what the phone shows as a file. */
export async function saveScreenshot(player: Player | null, tag: string): Promise<void> {
  const image = await player?.screenshot();
  if (!image) return void toast.error('There is no picture to save yet.');
  const name = fileNameFor(tag, new Date(), 'png');
  saveFile(image, name);
  toast.success(`Screenshot saved as ${name}`, {
    action: { label: 'Copy', onClick: () => void copyImage(image) },
  });
}

export async function copyScreenshot(player: Player | null): Promise<void> {
  const image = await player?.screenshot();
  if (image) await copyImage(image);
  else toast.error('There is no picture to copy yet.');
}

async function copyImage(image: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    toast.success('Screenshot copied to clipboard!');
  } catch {
    toast.error('Failed to copy to clipboard.');
  }
}
