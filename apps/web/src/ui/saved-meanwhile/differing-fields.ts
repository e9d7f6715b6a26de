import type { Difference } from './saved-meanwhile.tsx'

/** The fields of text in which what others left differs from what was typed, in the order of their labels. */
export function differingFields<Values>(
  labels: { readonly [Field in keyof Values]?: string },
  { mine, theirs }: { mine: Values; theirs: Values },
): Difference[] {
  const fields = Object.entries(labels) as [keyof Values, string][]
  return fields
    .filter(([field]) => String(mine[field]).trim() !== String(theirs[field]).trim())
    .map(([field, label]) => ({ label, theirs: String(theirs[field]) }))
}
