/** "06:12", or "1:06:12" in recordings of an hour and more. */
export function formatPosition(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  const short = `${two(minutes)}:${two(seconds % 60)}`;
  return hours === 0 ? short : `${hours}:${short}`;
}
