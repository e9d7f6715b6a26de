import { type RawNode, TableNode } from 'kysely'

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g
/** What reads or writes tables, ends a statement, or hides what comes after it. */
const STATEMENT = /--|\/\*|;|\b(?:select|table|insert|update|delete|merge)\b/i
/** SQLite reads a table that is named behind `in`. */
const IN_TABLE = /\bin\s+[^(\s]/i

/**
 * Refuses hand-written SQL in a built statement that could read or write rows by itself: it cannot be held to an
 * owner. Expressions over the columns of the statement pass; subqueries are built, and given as parameters.
 */
export function checkRawSql({ sqlFragments, parameters }: RawNode): void {
  const text = sqlFragments.join(' "?" ')
  const bare = text.replaceAll(QUOTED, ' x ')
  const refused =
    STATEMENT.test(bare) || IN_TABLE.test(bare) || !isBalanced(bare) || parameters.some(TableNode.is)
  if (refused) throw new Error(`This SQL cannot be held to an owner; build its statements instead: ${text}`)
}

/** Brackets that close more than they open would end a condition that stands around them. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
