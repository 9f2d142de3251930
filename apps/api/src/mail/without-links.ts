// Text of customers in our mails. A mail comes from us, so nothing in it may lead its reader to another site.

/** Mail programs make links of addresses in plain text. These stay readable, and no program takes them for addresses. */
export function withoutLinks(text: string): string {
  return text
    .replaceAll('://', '[:]//')
    .replace(/(?<=\S)[.。．｡](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\S)@(?=\S)/g, '[at]')
    .replace(/\b(mailto|tel|sms|javascript|data):/gi, '$1[:]');
}
