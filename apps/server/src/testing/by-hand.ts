import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Config } from '../config.ts'

/** What of a server says where its rows lie. */
export interface ServerPlace {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
}

/** Runs a statement in the database of a server, as somebody does who has its files or its login. */
export async function runByHand({ config }: ServerPlace, statement: string): Promise<void> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'runnel.db'))
    try {
      db.exec(statement)
    } finally {
      db.close()
    }
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
