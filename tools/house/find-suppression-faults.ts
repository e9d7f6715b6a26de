import type { ExceptionEntry } from '../exceptions/read-exceptions.ts'

/** How often one file may switch off one lint rule. */
export interface SuppressionEntry extends ExceptionEntry {
  readonly rule: string
  readonly count: number
}

const SUPPRESSION = new RegExp(`${'biome'}-ignore(?:-\\w+)? (\\S+?):?(?=[\\s:]|$)`, 'g')

/**
 * Compares the lint suppressions in the files (path → text) with the list that allows them. More than listed is a
 * fault, and so is less: the list then has to shrink.
 */
export function findSuppressionFaults(
  files: ReadonlyMap<string, string>,
  allowed: readonly SuppressionEntry[],
): string[] {
  const counts = countSuppressions(files)
  const limits = new Map(allowed.map((entry) => [keyOf(entry.path, entry.rule), entry.count]))
  const keys = [...new Set([...counts.keys(), ...limits.keys()])].sort()
  return keys.flatMap((key) => {
    const found = counts.get(key) ?? 0
    const limit = limits.get(key) ?? 0
    if (found > limit) return [`${key} is switched off ${found} times, ${limit} are allowed.`]
    return found < limit ? [`${key} is switched off ${found} times: lower its entry from ${limit}.`] : []
  })
}

function countSuppressions(files: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [path, text] of files) {
    for (const match of text.matchAll(SUPPRESSION)) {
      const key = keyOf(path, match[1] ?? '')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

function keyOf(path: string, rule: string): string {
  return `${path} ${rule}`
}
