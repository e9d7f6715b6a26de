import { statSync } from 'node:fs'
import { type InstallationData, openPlainDatabase } from './plain-database.ts'

/** What an installation takes on the disk, and what of it are journals and events of runs. */
export interface JournalWeight {
  bytes: number
  journalBytes: number
  /** Runs, whether their journals went or not. */
  runs: number
}

/**
 * Weighs an installation that no server uses meanwhile. PostgreSQL after two `vacuum`, as its own run by and by: pages of
 * an index that the first one finds empty can be used again after the second.
 */
export async function weighJournals(place: InstallationData): Promise<JournalWeight> {
  const database = await openPlainDatabase(place)
  const readNumber = async (sql: string) => Number((await database.readTexts(sql))[0])
  try {
    await database.finish()
    await database.finish()
    const runs = await readNumber('select count(*) from "runs"')
    if (place.kind === 'sqlite')
      return {
        runs,
        bytes: statSync(place.file).size,
        journalBytes: await readNumber(
          `select sum(pgsize) from dbstat where aggregate = true and name in
            (select name from sqlite_schema where tbl_name in ('runSteps', 'runEvents'))`,
        ),
      }
    return {
      runs,
      bytes: await readNumber('select pg_database_size(current_database())'),
      journalBytes: await readNumber(
        `select pg_total_relation_size('"runSteps"') + pg_total_relation_size('"runEvents"')`,
      ),
    }
  } finally {
    await database.close()
  }
}
