/** Offers a file to the user for saving. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click, within a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
