import { RunnelError } from '@runnel/contract'

const LONGEST_STATEMENT = 50_000

/** Statements begin with one of these; all else writes, or does not ask for rows. */
const READS = /^[\s(]*(?:select|with|values)\b/i
/** Writes into tables, files and variables; comments that MySQL runs; names that are written so that no rule finds them. */
const WRITES = /\binto\b|\/\*m?!|\bu&["']/i
/** Functions that read files, call other servers, hold locks, end sessions or do nothing for long. */
const REACHES_OUT =
  /\b(?:pg_(?:read|ls|stat_file|sleep|terminate|cancel|reload|rotate|advisory|try_advisory|logical|create|drop|switch|promote|file|wal|start|stop|backup)\w*|lo_\w+|dblink\w*|(?:query|table|cursor|schema|database)_to_xml\w*|set_config|nextval|setval|load_file|sleep|benchmark|get_lock|release_lock|sys_\w+|xp_\w+)["`]?\s*\(/i

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
  const [name] = REACHES_OUT.exec(text) ?? []
  if (name !== undefined) throw refuse(`it calls ${name.slice(0, 60)}…)`)
  return text
}

function refuse(why: string): RunnelError {
  return new RunnelError('invalid_input', `The statement does not only read, and was not run: ${why}.`)
}
