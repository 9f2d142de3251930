/** A mosaic tile's dot by its battery in percent: over 50 green, over 20 amber, else red (spec section 9). */
export function dotTone(percent: number): 'green' | 'amber' | 'red' {
  if (percent > 50) return 'green';
  return percent > 20 ? 'amber' : 'red';
}
