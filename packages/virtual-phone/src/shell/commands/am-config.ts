import type { ShellWorld } from '../shell-world.ts';

/** `am get-config`: the qualifiers by which apps choose their resources. */
export function describeConfig(world: ShellWorld): string {
  const { width, height, density } = world.android().screen.display;
  const dp = (pixels: number) => Math.floor((pixels * 160) / density);
  const night = world.settings.get('secure', 'ui_night_mode') === '2' ? 'night' : 'notnight';
  const words = [
    'en-rUS',
    'ldltr',
    `sw${dp(Math.min(width, height))}dp`,
    `w${dp(width)}dp`,
    `h${dp(height)}dp`,
    dp(Math.min(width, height)) >= 600 ? 'large' : 'normal',
    'long',
    'notround',
    'lowdr',
    'nowidecg',
    width > height ? 'land' : 'port',
    night,
    `${density}dpi`,
    'finger',
    'keysexposed',
    'nokeys',
    'navhidden',
    'nonav',
    `v${world.model.apiLevel}`,
  ];
  return `config: ${words.join('-')}\nabi: ${world.properties.get('ro.product.cpu.abilist') ?? ''}\n`;
}
