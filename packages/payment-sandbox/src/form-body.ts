// Parses the form bodies of Stripe's clients: a[b][c]=value. Depth and number of fields are bounded.

export type FormTree = { [name: string]: string | FormTree };

const maxFields = 200;
const maxDepth = 5;

/** Undefined for a body that is not valid. */
export function parseForm(text: string): FormTree | undefined {
  const fields = [...new URLSearchParams(text)];
  if (fields.length > maxFields) return undefined;
  const tree: FormTree = Object.create(null) as FormTree;
  for (const [name, value] of fields) {
    const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((part) => part[1] ?? part[0]);
    if (path.length === 0 || path.length > maxDepth) return undefined;
    let place = tree;
    for (const step of path.slice(0, -1)) {
      const next = place[step] ?? (Object.create(null) as FormTree);
      if (typeof next === 'string') return undefined;
      place[step] = next;
      place = next;
    }
    place[path.at(-1) ?? ''] = value;
  }
  return tree;
}
