import type { ConformanceRow, NamingTest } from './conformance-row.ts'
import { ROWS_PATH } from './read-rows.ts'

/** Finds what does not go together between rows and tests; one sentence each. */
export function findConformanceFaults(
  rows: readonly ConformanceRow[],
  tests: readonly NamingTest[],
): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const tested = new Set(tests.flatMap((test) => test.rows))
  return [
    ...tests.flatMap(({ path, rows: named }) =>
      named.flatMap((id) => {
        const row = byId.get(id)
        if (!row) return [`${path} names ${id}, which is no row of ${ROWS_PATH}.`]
        if (row.state === 'absent' || row.state === 'later')
          return [`${path} proves ${id}, which stands as ${row.state} in ${ROWS_PATH}.`]
        return []
      }),
    ),
    ...rows.flatMap(({ id, state, reason }) =>
      reason === '' && !(state === 'works' && tested.has(id))
        ? [`${ROWS_PATH}: ${id} is ${state} and has neither a reason nor a test that names it.`]
        : [],
    ),
  ]
}
