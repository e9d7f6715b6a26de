import type { JsonValue, Usage } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { readPast } from './read-past.ts'
import { parseOutput } from './repeats.ts'
import type { RunStepTable } from './run-tables.ts'

/** What is read of the record of a finished step. */
export type StepEnd = Pick<Selectable<RunStepTable>, 'runId' | 'path' | 'stateBefore' | 'stateAfter'> & {
  output: JsonValue | undefined
  usage: Usage | undefined
}

/** Reads the records of the steps of these runs that finished, as they were written. */
export async function readEnds(db: TenantScope['db'], runIds: string[], paths: string[]): Promise<StepEnd[]> {
  const rows = await db
    .selectFrom('runSteps')
    .select(['runId', 'path', 'output', 'stateBefore', 'stateAfter', 'usage'])
    .where('runId', 'in', runIds)
    .where('path', 'in', paths)
    .where('status', '=', 'finished')
    .execute()
  const ends = rows.map(({ output, usage, ...row }) => ({
    ...row,
    output: output === null ? undefined : parseOutput(output),
    usage: usage === null ? undefined : (JSON.parse(usage) as Usage),
  }))
  return readPast(db, ends)
}
