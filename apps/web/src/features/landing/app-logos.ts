/** Social and messaging apps that run on our phones, and Android itself: 12 (spec section 1). */
export const appLogos = [
  { slug: 'instagram', title: 'Instagram' },
  { slug: 'tiktok', title: 'TikTok' },
  { slug: 'whatsapp', title: 'WhatsApp' },
  { slug: 'facebook', title: 'Facebook' },
  { slug: 'telegram', title: 'Telegram' },
  { slug: 'youtube', title: 'YouTube' },
  { slug: 'x', title: 'X' },
  { slug: 'snapchat', title: 'Snapchat' },
  { slug: 'discord', title: 'Discord' },
  { slug: 'reddit', title: 'Reddit' },
  { slug: 'threads', title: 'Threads' },
  { slug: 'android', title: 'Android' },
] as const;
