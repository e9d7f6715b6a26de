import type { CompiledQuery } from 'kysely'
import { FixedConnectionExecutor } from './create-kysely.ts'

interface Executor {
  executeQuery(query: CompiledQuery, ...rest: unknown[]): Promise<unknown>
}

/** The place through which every statement goes that a reader or writer builds, on whichever thread it ends. */
const executor: Executor = FixedConnectionExecutor.prototype

/** The texts of all statements of this process that are sent while something is done, in their order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { executeQuery } = executor
  executor.executeQuery = function watched(this: Executor, query, ...rest) {
    texts.push(query.sql)
    return executeQuery.call(this, query, ...rest)
  }
  try {
    await work()
  } finally {
    executor.executeQuery = executeQuery
  }
  return texts
}
