import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

const USUAL_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'
/** The file of the embedded database. */
const FILE = 'runnel.db'

/** The databases that a product may keep its rows in. */
export type JourneyDatabaseKind = 'sqlite' | 'postgres'

/** On which the journeys run that choose none: `JOURNEYS_ON=postgres npm test -- build browser`. */
export const USUAL_DATABASE: JourneyDatabaseKind =
  process.env.JOURNEYS_ON === 'postgres' ? 'postgres' : 'sqlite'

/** Where the product of a journey keeps its rows. */
export interface JourneyDatabase {
  /** What the product is told of it. */
  settings: Record<string, string>
  /** Changes rows beside the running product, as only the passing of time does otherwise. */
  execute(statement: string): Promise<void>
  drop(): Promise<void>
}

/** A database of its own: the file in the data folder, or one on the server of `TEST_DATABASE_URL`. */
export async function makeJourneyDatabase(
  dataFolder: string,
  kind: JourneyDatabaseKind,
): Promise<JourneyDatabase> {
  return kind === 'postgres' ? makePostgresDatabase() : describeFile(join(dataFolder, FILE))
}

function describeFile(file: string): JourneyDatabase {
  return {
    settings: {},
    async execute(statement) {
      using database = new DatabaseSync(file)
      database.exec(`PRAGMA busy_timeout = 5000; ${statement}`)
    },
    drop: async () => {},
  }
}

/** A database of its own on the server of `TEST_DATABASE_URL`. */
export async function makePostgresDatabase(): Promise<JourneyDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? USUAL_SERVER
  const name = `runnel_journey_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await executeOn(server, `create database ${name}`)
  return {
    settings: { DATABASE_URL: url.href },
    execute: (statement) => executeOn(url.href, statement),
    drop: () => executeOn(server, `drop database if exists ${name} with (force)`),
  }
}

async function executeOn(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
