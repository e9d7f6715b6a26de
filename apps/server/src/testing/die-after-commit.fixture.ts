/* Loaded before the program: it dies right after a commit, the one whose number stands in the file that DIE_AFTER names. */
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { prepare } = DatabaseSync.prototype
const file = process.env.DIE_AFTER ?? ''
let commits = 0

DatabaseSync.prototype.prepare = function prepareDeadly(this: DatabaseSync, sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest)
  if (sql !== 'commit') return statement
  const run = statement.run.bind(statement)
  statement.run = () => {
    const done = run()
    if (existsSync(file)) {
      commits += 1
      if (commits === Number(readFileSync(file, 'utf8'))) process.kill(process.pid, 'SIGKILL')
    }
    return done
  }
  return statement
}
