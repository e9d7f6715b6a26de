import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from './open-database.ts'

/** One number for all who make the template at the same moment, on the server of the tests. */
const LOCK = 7_201_126

/** What makes the tables: another text of it makes another template. */
const SOURCES = ['migrations', 'adapters'].map((folder) => join(import.meta.dirname, folder))

function nameOfTemplate(): string {
  const hash = createHash('sha256')
  for (const folder of SOURCES)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
      if (file.endsWith('.ts')) hash.update(readFileSync(join(folder, file)))
  return `runnel_template_${hash.digest('hex').slice(0, 16)}`
}

let made: Promise<string> | undefined

/**
 * The name of a database on a PostgreSQL server of tests that has all tables and no rows: it is copied in a part of the
 * time that the migrations take. It is made once, and stays on the server for the next run.
 */
export function migratedTemplate(server: string): Promise<string> {
  made ??= makeTemplate(server, nameOfTemplate())
  return made
}

async function makeTemplate(server: string, name: string): Promise<string> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await fillTemplate(client, server, name)
    return name
  } finally {
    await client.end()
  }
}

/** Under another name until it is whole: who is killed in between leaves nothing that would be taken for it. */
async function fillTemplate(client: Client, server: string, name: string): Promise<void> {
  const half = `${name}_half`
  await client.query(`drop database if exists ${half} with (force)`)
  await client.query(`create database ${half}`)
  const url = new URL(server)
  url.pathname = `/${half}`
  const database = await openDatabase({ kind: 'postgres', url: url.href })
  await database.close()
  await client.query(`alter database ${half} rename to ${name}`)
}

let file: Promise<Buffer> | undefined

/** The bytes of a file of SQLite that has all tables and no rows; made once in each process. */
export function migratedFile(): Promise<Buffer> {
  file ??= makeFile()
  return file
}

async function makeFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-template-'))
  try {
    const path = join(folder, 'runnel.db')
    const database = await openDatabase({ kind: 'sqlite', file: path })
    await database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
