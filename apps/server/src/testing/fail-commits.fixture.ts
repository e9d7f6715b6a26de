/* Loaded before the program: SQLite finds its disk full at each commit while the file that FAIL_COMMITS names is there. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { prepare } = DatabaseSync.prototype
const flag = process.env.FAIL_COMMITS ?? ''
const FULL = 13

DatabaseSync.prototype.prepare = function prepareFailing(this: DatabaseSync, sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest)
  if (sql !== 'commit') return statement
  const run = statement.run.bind(statement)
  statement.run = () => {
    if (!existsSync(flag)) return run()
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: FULL })
  }
  return statement
}
