import { join } from 'node:path/posix'

const NAMED = /['"](\.[^'"\n]{1,200}\.css)['"]/g

/** Finds stylesheets that no file beside them names: what they say is not seen by anybody. One sentence each. */
export function findUnusedSheets(texts: readonly (readonly [path: string, text: string])[]): string[] {
  const named = new Set(
    texts.flatMap(([path, text]) =>
      [...text.matchAll(NAMED)].map(([, sheet = '']) => join(path, '..', sheet)),
    ),
  )
  return texts
    .filter(([path]) => path.startsWith('apps/') && path.endsWith('.css') && !named.has(path))
    .map(
      ([path]) => `${path}: no file imports this stylesheet. Import it where its classes are, or delete it.`,
    )
}
