// The page that shows all pictures of a folder beside each other. Their names are SCENE-SIZE-THEME.png. Pure.

/** One row of pictures for each scene, the light ones first. */
export function galleryOf(files: readonly string[]): string {
  const pictures = files.flatMap((file) => {
    const [, scene = '', width = '', theme = ''] =
      /^(.+?)-(\d+(?:x\d+)?)-(light|dark)\.png$/.exec(file) ?? [];
    return scene === '' ? [] : [{ file, scene, width, theme }];
  });
  const order = ({ theme, width }: (typeof pictures)[number]) =>
    (theme === 'light' ? 0 : 10_000) + Number.parseInt(width, 10);
  const rows = [...new Set(pictures.map(({ scene }) => scene))].sort().map((name) => {
    const own = pictures.filter(({ scene }) => scene === name).sort((a, b) => order(a) - order(b));
    const shown = own.map(
      ({ file, width, theme }) =>
        `<a href="${file}"><img src="${file}" alt="${name}, ${width}, ${theme}" loading="lazy" height="320"><br>${width} ${theme}</a>`,
    );
    return `<h2 id="${name}">${name}</h2><p>${shown.join('\n')}</p>`;
  });
  const style =
    'body{margin:24px;font:13px system-ui}p{display:flex;gap:12px;overflow-x:auto}img{border:1px solid #999}';
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${rows.join('\n')}`;
}
