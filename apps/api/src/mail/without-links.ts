// Text of customers in our mails: whoever reads it must not be led away by it, because it comes from us.

/** Mail programs make links of addresses in plain text. These stay readable, and no program takes them for addresses. */
export function withoutLinks(text: string): string {
  return text
    .replaceAll('://', '[:]//')
    .replace(/(?<=\S)[.。．｡](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\S)@(?=\S)/g, '[at]')
    .replace(/\b(mailto|tel|sms|javascript|data):/gi, '$1[:]');
}
