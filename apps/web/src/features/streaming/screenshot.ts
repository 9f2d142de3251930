import type { Player } from '@pocketfleet/stream-player';
import { toast } from '@pocketfleet/ui';
import { fileNameFor, saveFile } from './save-file.ts';

/** Saves what the phone shows as a file, and says so. Answers the picture, or undefined where there is none. */
export async function saveScreenshot(player: Player | null, tag: string): Promise<Blob | undefined> {
  const picture = await player?.screenshot();
  if (!picture) {
    toast.error('There is no picture to save yet.');
    return undefined;
  }
  const name = fileNameFor(tag, new Date(), 'png');
  saveFile(picture, name);
  toast.success(`Screenshot saved as ${name}`, {
    action: { label: 'Copy', onClick: () => void copyPicture(picture) },
  });
  return picture;
}

export async function copyScreenshot(player: Player | null): Promise<void> {
  const picture = await player?.screenshot();
  if (picture) await copyPicture(picture);
  else toast.error('There is no picture to copy yet.');
}

async function copyPicture(picture: Blob): Promise<void> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    toast.success('Screenshot copied to clipboard!');
  } catch {
    toast.error('Failed to copy to clipboard.');
  }
}
