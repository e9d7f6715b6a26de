import { RunnelError } from '@runnel/contract'

const LONGEST_STATEMENT = 50_000

/** Statements begin with one of these; all else writes, or does not ask for rows. */
const READS = /^[\s(]*(?:select|with|values)\b/i
/** Writes into tables, files and variables; comments that MySQL runs; names that are written so that no rule finds them. */
const WRITES = /\binto\b|\/\*m?!|\bu&["']/i
/** Functions that read files, call other servers or change settings: named nowhere, as a comment may hide the call. */
const REACHES_OUT =
  /\b(?:lo_\w+|dblink\w*|(?:query|table|cursor|schema|database)_to_xml\w*|aws_(?:s3|lambda)|set_config|load_file|sys_(?:eval|exec|get|set)\w*|xp_\w+)\b/i
/** Names that columns have, too: refused where a call follows, or a comment that may hide one. */
const CALLS_LONG =
  /\b(?:nextval|setval|sleep|benchmark|get_lock|release_lock|release_all_locks|(?:master|source)_pos_wait|wait_(?:for|until)_\w+)["`]?\s*(?:\(|\/\*|--|#)/i
/** Functions that run a text as a statement, in which names are hidden by putting them together, and those that call addresses. */
const RUNS_TEXT =
  /\b(?:ts_stat|ts_rewrite|crosstab\w*|connectby|xpath_table|pgr_\w+|http(?:_(?:get|post|put|patch|delete|head)\w*)?)["`]?\s*(?:\(|\/\*|--|#)/i
/** What PostgreSQL has of its own is refused but for these, which tell of tables and their sizes. */
const OF_POSTGRES =
  /^pg_(?:catalog|class|attribute|attrdef|type|enum|namespace|index|indexes|constraint|description|tables|views|matviews|typeof|size_pretty|table_size|total_relation_size|relation_size|table_is_visible|get_(?:expr|indexdef|constraintdef|viewdef))$/i

/**
 * A statement that reads, without what ends it. It is the first of several walls: the statement runs alone, in a transaction
 * that cannot write, and with the rights of its login.
 * @throws RunnelError `invalid_input` for one that does not
 */
export function readStatement(statement: string): string {
  const text = statement.trim().replace(/;$/, '').trimEnd()
  if (text.length > LONGEST_STATEMENT || text.includes('\0')) throw refuse('it is too long, or no text')
  if (!READS.test(text)) throw refuse('only SELECT, WITH and VALUES read')
  if (WRITES.test(text)) throw refuse('it has the word INTO, or writes in a way that is not followed')
  const named = REACHES_OUT.exec(text) ?? CALLS_LONG.exec(text) ?? RUNS_TEXT.exec(text)
  const ofPostgres = text.match(/\bpg_\w+/gi)?.find((each) => !OF_POSTGRES.test(each))
  const name = named?.[0] ?? ofPostgres
  if (name !== undefined) throw refuse(`it names ${name.slice(0, 60)}`)
  return text
}

function refuse(why: string): RunnelError {
  return new RunnelError('invalid_input', `The statement does not only read, and was not run: ${why}.`)
}
