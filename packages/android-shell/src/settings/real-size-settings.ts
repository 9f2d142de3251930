/** Hundreds of settings, some with values of several kilobytes, as on a real phone. */
export const realSizeSettings: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 600 }, (_, at) => [
    `maker_component_policy_${String(at).padStart(3, '0')}`,
    at % 5 === 0 ? `allow=${'0123456789abcdef'.repeat(250)}` : `enabled:true,level:${at},source:factory`,
  ]),
);
