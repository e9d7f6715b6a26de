import type { Problem } from '@runnel/contract'

function placeOf({ code, edgeId, nodeId = '', param = '' }: Problem): string {
  const [name = ''] = param.split(/[.[]/, 1)
  return JSON.stringify([code, edgeId ?? nodeId, name])
}

/**
 * Of what an import met, that which `validateFlow` does not name again by itself: what was mended, and what nobody
 * could tell from the document alone.
 */
export function problemsOfImport(imported: readonly Problem[], found: readonly Problem[]): Problem[] {
  const known = new Set(found.map(placeOf))
  return imported.filter((problem) => !known.has(placeOf(problem)))
}
