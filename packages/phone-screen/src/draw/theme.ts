/** Colours of the system and of apps that follow it. The wallpaper's hue, in degrees, sets the accent, as on Android. */
export function createTheme(dark: boolean, hue: number) {
  return dark
    ? {
        dark,
        background: `hsl(${hue} 14% 8%)`,
        /** Cards and bars on the background. */
        surface: `hsl(${hue} 13% 13%)`,
        raised: `hsl(${hue} 12% 19%)`,
        text: '#f1f1f4',
        secondText: '#b3b5bd',
        hairline: `hsl(${hue} 10% 24%)`,
        accent: `hsl(${hue} 78% 78%)`,
        onAccent: `hsl(${hue} 60% 16%)`,
        /** A pale background in the accent's hue. */
        tint: `hsl(${hue} 30% 24%)`,
        onTint: `hsl(${hue} 70% 88%)`,
      }
    : {
        dark,
        background: `hsl(${hue} 36% 97%)`,
        surface: '#ffffff',
        raised: `hsl(${hue} 28% 93%)`,
        text: '#17181c',
        secondText: '#5b5e68',
        hairline: `hsl(${hue} 18% 89%)`,
        accent: `hsl(${hue} 52% 40%)`,
        onAccent: '#ffffff',
        tint: `hsl(${hue} 62% 90%)`,
        onTint: `hsl(${hue} 60% 18%)`,
      };
}

export type Theme = Readonly<ReturnType<typeof createTheme>>;
