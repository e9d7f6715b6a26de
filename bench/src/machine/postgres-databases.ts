import { randomBytes } from 'node:crypto'
import pg from 'pg'

const USUAL_ADDRESS = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Databases of their own on the PostgreSQL that `TEST_DATABASE_URL` names, else on this machine's. */
export interface PostgresDatabases {
  /** Version text of the server, for the table. */
  version: string
  /** Makes an empty database and gives its address. */
  create(): Promise<string>
  /** Drops all that were made, whoever is connected. */
  drop(): Promise<void>
}

/** @throws Error with one line on how to get a PostgreSQL when none answers. */
export async function openPostgresDatabases(): Promise<PostgresDatabases> {
  const address = process.env.TEST_DATABASE_URL ?? USUAL_ADDRESS
  const version = await query(address, 'show server_version').catch((cause: unknown) => {
    throw new Error(
      'The bench needs a PostgreSQL: start one on 127.0.0.1:5432, or name one with TEST_DATABASE_URL.',
      { cause },
    )
  })
  const made: string[] = []
  return {
    version: version?.server_version ?? 'unknown',
    async create() {
      const name = `runnel_bench_${randomBytes(6).toString('hex')}`
      await query(address, `create database ${name}`)
      made.push(name)
      const url = new URL(address)
      url.pathname = `/${name}`
      return url.href
    },
    async drop() {
      for (const name of made.splice(0)) await query(address, `drop database if exists ${name} with (force)`)
    },
  }
}

async function query(address: string, sql: string): Promise<Record<string, string> | undefined> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(sql)).rows[0]
  } finally {
    await client.end()
  }
}
