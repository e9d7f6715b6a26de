import type { RowSpec } from '../figures/figure.ts'
import type { RowGroup } from './groups.ts'

/** Names of groups with their rows. */
type NamedRows = Pick<RowGroup, 'name'> & { rows: readonly string[] }

/**
 * The rows that texts name: by the name of a group, by the name of a row, or by a part of what a row says. All of
 * them without texts.
 * @throws Error when a text names none.
 */
export function selectRows(
  texts: readonly string[],
  rows: Readonly<Record<string, RowSpec>>,
  groups: readonly NamedRows[],
): Set<string> {
  if (texts.length === 0) return new Set(Object.keys(rows))
  return new Set(
    texts.flatMap((text) => {
      const found = findRows(text.toLowerCase(), rows, groups)
      if (found.length > 0) return found
      const known = groups.map(({ name }) => name).join(', ')
      throw new Error(
        `--rows=${text}: no row of that name. Groups are ${known}; rows are ${Object.keys(rows).join(', ')}.`,
      )
    }),
  )
}

function findRows(
  text: string,
  rows: Readonly<Record<string, RowSpec>>,
  groups: readonly NamedRows[],
): string[] {
  const group = groups.find(({ name }) => name === text)
  if (group) return [...group.rows]
  const exact = Object.keys(rows).find((name) => name.toLowerCase() === text)
  if (exact !== undefined) return [exact]
  return Object.entries(rows)
    .filter(([name, { row }]) => name.toLowerCase().includes(text) || row.toLowerCase().includes(text))
    .map(([name]) => name)
}
