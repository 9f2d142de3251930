/**
 * The exports and imports of a file that break the rule "a function has one name from its file to its last caller, and
 * SQL is called by its own feature only". Types may pass a door: a use case returns rows.
 */
export function findRenamedOrPassedOn(text: string): string[] {
  const renamed = [...text.matchAll(/^(export|import) (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm)]
    .filter(([, kind, , source = '']) => kind === 'export' || source.startsWith('.'))
    .flatMap(([, kind, names = '']) =>
      [...names.matchAll(/\w+ as \w+/g)].map(([name]) => `${kind} renames: ${name}`),
    );
  const passedOn = [...text.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)]
    .filter(([, , source = '']) => source.endsWith('.sql.ts') || /^\.\.\//.test(source))
    .map(([, names = '', source]) => `hands on${names.replace(/\s+/g, ' ')}of ${source}`);
  return [...renamed, ...passedOn];
}
