// How the reference looks: the product's colours, one column, nothing that has to be fetched.
const light =
  '--page:#fafaf7;--surface:#fff;--line:#e4e2db;--main:#0b0d11;--second:#4e4f52;--third:#6b6a66;--control:#cfccc2;--focus:#0b0d11;color-scheme:light';
const dark =
  '--page:#0b0d11;--surface:#111419;--line:#22262c;--main:#f4f3ee;--second:#b4b4b0;--third:#8b8d8e;--control:#363b43;--focus:#c8f560;color-scheme:dark';

/** As the system wants it: without a script of its own the page can't know what was chosen on the site. */
export const pageStyle = `
:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:56rem;background:var(--page);color:var(--main);
  font:1rem/1.5 "Geist Variable",system-ui,sans-serif;overflow-wrap:anywhere}
code{font:.9375em/1.4 "Geist Mono Variable",ui-monospace,monospace}
a{color:inherit;text-decoration-color:var(--control);text-underline-offset:.25em}
a:hover{text-decoration-color:currentcolor}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.home{display:inline-flex;align-items:center;gap:.625rem;font-size:1.0625rem;font-weight:600;letter-spacing:-.025em;text-decoration:none}
h1{font-size:2.75rem;line-height:1.1;letter-spacing:-.035em;font-weight:600;margin:3rem 0 1.5rem}
h2{font-size:1.5rem;line-height:2rem;letter-spacing:-.022em;font-weight:600;margin:4rem 0 1rem}
header p{max-width:44rem;color:var(--second)}
header code{color:var(--main)}
h3{font-size:1rem;margin:0 0 .5rem}
h4{font-size:.875rem;margin:1rem 0 .25rem;color:var(--second)}
p{margin:.5rem 0}
.quiet{color:var(--third);font-size:.875rem}
nav ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:0 1.5rem;list-style:none;padding:0;margin:2.5rem 0 0}
nav li{display:flex;justify-content:space-between;gap:.5rem;padding:.5rem 0;border-top:1px solid var(--line)}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
nav span{color:var(--third);font-size:.875rem;font-variant-numeric:tabular-nums}
article{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin:0 0 1rem}
h3 b{display:inline-block;margin-right:.5rem;padding:.125rem .5rem;border:1px solid var(--control);border-radius:.25rem;font-size:.8125em;font-weight:500}
dl{margin:0;border-top:1px solid var(--line)}
dl div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.25rem 1rem;padding:.375rem 0;
  border-bottom:1px solid var(--line)}
dd{margin:0;color:var(--second)}
pre{background:var(--page);border:1px solid var(--line);border-radius:.5rem;padding:.75rem;margin:0;overflow-x:auto;
  overflow-wrap:normal}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
@media (max-width:40rem){dl div{grid-template-columns:minmax(0,1fr)}h1{font-size:2rem;margin-top:2rem}article{padding:1rem}}
`;
