import * as texts from '#language/settings';

const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A browser's name as people know it: "Firefox on Windows". */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  if (browser === undefined)
    return system === undefined ? texts.unknownBrowser : texts.unknownBrowserOn(system);
  return system === undefined ? browser : texts.browserOn(browser, system);
}

/** The origin of a connected program: the name of a browser, or the name that another program sends. May be empty. */
export function machineName(agent: string): string {
  return agent.startsWith('Mozilla/') ? browserName(agent) : agent;
}
