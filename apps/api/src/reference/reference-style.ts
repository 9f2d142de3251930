// How the reference looks: the product's colours, one column, nothing that has to be fetched.
const light =
  '--page:#fafaf7;--surface:#fff;--line:#e4e2db;--main:#0b0d11;--second:#4e4f52;--third:#6b6a66;--link:#2f4fb8;color-scheme:light';
const dark =
  '--page:#0b0d11;--surface:#111419;--line:#22262c;--main:#f4f3ee;--second:#b4b4b0;--third:#8b8d8e;--link:#9db5ff;color-scheme:dark';

/** As the system wants it: without a script of its own the page can't know what was chosen on the site. */
export const pageStyle = `
:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:56rem;background:var(--page);color:var(--main);
  font:1rem/1.5 "Geist Variable",system-ui,sans-serif;overflow-wrap:anywhere}
code{font:.9375em/1.4 "Geist Mono Variable",ui-monospace,monospace}
a{color:var(--link)}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.375rem;margin:3rem 0 1rem}
h3{font-size:1rem;margin:0 0 .5rem}
h4{font-size:.875rem;margin:1rem 0 .25rem;color:var(--second)}
p{margin:.5rem 0}
.quiet{color:var(--third);font-size:.875rem}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;list-style:none;padding:1rem 0;margin:1rem 0 0;
  border-block:1px solid var(--line)}
nav span{color:var(--third);font-size:.875rem}
article{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
dl{margin:0;border-top:1px solid var(--line)}
dl div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.25rem 1rem;padding:.375rem 0;
  border-bottom:1px solid var(--line)}
dd{margin:0;color:var(--second)}
pre{background:var(--page);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;margin:0;overflow-x:auto;
  overflow-wrap:normal}
pre:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
@media (max-width:40rem){dl div{grid-template-columns:minmax(0,1fr)}}
`;
