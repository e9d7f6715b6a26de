import type { JsonObject } from '@runnel/contract'
import { type RunNode, readRows, type StepContext } from '@runnel/node-kit'
import { compareRow } from './compare-values.ts'

/**
 * Patterns come from authors and texts from anyone, and some pairs take for ever: they are matched in the
 * sandbox, which has a time limit. A pattern that is none matches nothing.
 */
const MATCH_CODE = `try { return new RegExp($pattern).test($text) } catch { return false }`

const ELSE_ROW: JsonObject = { type: 'string', value1: '', operation: 'equal', value2: '' }

/** Fires the first row that holds, else the last branch. */
export const runCondition: RunNode = async (context) => {
  const rows = readRows(context.values, 'conditions')
  const hit = await findFirstHit(rows, context)
  const conditions = [...rows, ELSE_ROW].map((row, index) => ({
    ...row,
    isFulfilled: index === (hit ?? rows.length),
  }))
  return {
    input: { conditions: rows },
    output: { conditions },
    conditions: conditions.map(({ isFulfilled }) => ({ isFulfilled })),
  }
}

async function findFirstHit(rows: JsonObject[], context: StepContext): Promise<number | undefined> {
  const matchPattern = async (pattern: string, text: string) =>
    (await context.code(MATCH_CODE, { $pattern: pattern, $text: text })) === true
  for (const [index, row] of rows.entries()) {
    if (await compareRow(row, matchPattern)) return index
  }
  return undefined
}
