import { isName, QUOTED, readTokens, refuseStatement, type Tokens } from './cypher-tokens.ts'

const LONGEST_STATEMENT = 20_000

/** Clauses with which a statement that asks for rows begins. */
const BEGINS = ['MATCH', 'OPTIONAL', 'WITH', 'UNWIND', 'RETURN', 'CALL']
/** Clauses that write, read files and addresses, go to another database, or leave the transaction. */
const REFUSED = new Set(
  'CREATE MERGE INSERT DELETE DETACH NODETACH SET REMOVE DROP FOREACH LOAD USE TRANSACTIONS'.split(' '),
)
/** Procedures that tell of the graph, and those that look into its indexes. */
const PROCEDURES = new Set([
  ...['DB.LABELS', 'DB.RELATIONSHIPTYPES', 'DB.PROPERTYKEYS', 'DB.SCHEMA.VISUALIZATION'],
  ...['DB.SCHEMA.NODETYPEPROPERTIES', 'DB.SCHEMA.RELTYPEPROPERTIES'],
  ...['DB.INDEX.FULLTEXT.QUERYNODES', 'DB.INDEX.FULLTEXT.QUERYRELATIONSHIPS'],
  ...['DB.INDEX.VECTOR.QUERYNODES', 'DB.INDEX.VECTOR.QUERYRELATIONSHIPS'],
])
/** Functions with a dot in their names that make a value of values; others run statements, or call servers. */
const FUNCTIONS =
  /^(?:(?:DATE|DATETIME|TIME|LOCALTIME|LOCALDATETIME|DURATION|POINT)\.\w+|VECTOR\.SIMILARITY\.\w+|APOC\.(?:AGG|COLL|CONVERT|DATE|MAP|MATH|NUMBER|TEMPORAL|TEXT)\.\w+)$/

/**
 * A statement that reads, as it is run: without what ends it, and with a limit where its last clause has none. It is the first
 * of several walls: the statement runs alone, in a transaction that cannot write, with the rights of its login.
 * @throws RunnelError `invalid_input` for one that does not only read
 */
export function readStatement(statement: string, mostRows: number): string {
  const text = statement.trim().replace(/;$/, '').trimEnd()
  if (text.length > LONGEST_STATEMENT) throw refuseStatement('it is too long')
  const tokens = readTokens(text)
  const [first = '', second = ''] = tokens
  if (!BEGINS.includes(first) || (first === 'OPTIONAL' && !BEGINS.includes(second)))
    throw refuseStatement('only MATCH, OPTIONAL MATCH, WITH, UNWIND, RETURN and CALL begin one that reads')
  const word = tokens.find((token) => REFUSED.has(token))
  if (word !== undefined)
    throw refuseStatement(`it has the word ${word}. Where that is a name, write it in backticks`)
  for (const [at, token] of tokens.entries()) {
    if (token === 'CALL') checkProcedure(tokens, at + 1)
    if (token === '(') checkFunction(tokens, at)
  }
  return lacksLimit(tokens) ? `${text} LIMIT ${mostRows}` : text
}

/** What is called is a part of the statement itself, or a procedure of the list. */
function checkProcedure(tokens: Tokens, start: number): void {
  if (tokens[start] === '{' || tokens[start] === '(') return
  let end = start + 1
  while (tokens[end] === '.' && isName(tokens[end + 1])) end += 2
  const name = tokens.slice(start, end).join('')
  if (!PROCEDURES.has(name)) throw refuseStatement(`it calls ${name.slice(0, 60) || 'nothing'}`)
}

/** What stands before a bracket is no name with dots, or one of the lists. */
function checkFunction(tokens: Tokens, bracket: number): void {
  let start = bracket - 1
  while (tokens[start - 1] === '.' && isName(tokens[start - 2])) start -= 2
  const name = tokens.slice(Math.max(0, start), bracket).join('')
  const isDotted = isName(tokens[bracket - 1]) && name.includes('.')
  const isKnown = !isDotted || FUNCTIONS.test(name) || PROCEDURES.has(name)
  if (!isKnown || tokens[bracket - 1] === QUOTED) throw refuseStatement(`it calls ${name.slice(0, 60)}`)
}

/** Whether the last clause gives rows without saying how many. */
function lacksLimit(tokens: Tokens): boolean {
  const outermost: string[] = []
  let depth = 0
  for (const token of tokens) {
    if ('([{'.includes(token)) depth++
    if (depth === 0) outermost.push(token)
    if (')]}'.includes(token)) depth--
  }
  const last = outermost.lastIndexOf('RETURN')
  return last >= 0 && !outermost.includes('LIMIT', last)
}
