import type { RowSpec } from '../figures/figure.ts'
import type { RowGroup } from './groups.ts'

/** Names of groups with their rows. */
type NamedRows = Pick<RowGroup, 'name' | 'onlyByName'> & { rows: readonly string[] }

/**
 * The rows that texts name: by the name of a group, by the name of a row, or by a part of what a row says. Without
 * texts all but those that are measured only by name.
 * @throws Error when a text names none.
 */
export function selectRows(
  texts: readonly string[],
  rows: Readonly<Record<string, RowSpec>>,
  groups: readonly NamedRows[],
): Set<string> {
  const rare = groups.filter(({ onlyByName }) => onlyByName).flatMap((group) => group.rows)
  if (texts.length === 0) return new Set(Object.keys(rows).filter((name) => !rare.includes(name)))
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
