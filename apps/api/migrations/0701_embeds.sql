-- A share link for a page of the customer's: its phone may be shown in a frame of this origin, and nowhere else.
alter table share_links
  add column embed_origin text check (length(embed_origin) <= 300 and embed_origin ~ '^https?://[a-z0-9.:\[\]-]+$');
