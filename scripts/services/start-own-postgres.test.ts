import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { canConnect } from './can-connect.ts'
import { startOwnPostgres } from './start-own-postgres.ts'

test('an own PostgreSQL lets tests make databases and is gone after stop', async () => {
  const own = await startOwnPostgres()
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  await client.query('create database runnel_probe')
  const { rows } = await client.query('show data_directory')
  const folder: unknown = rows[0].data_directory
  await client.end()
  expect(folder).toEqual(expect.stringContaining('runnel-postgres-'))
  await own.stop()
  expect(await canConnect(own.url)).toBe(false)
  expect(existsSync(String(folder))).toBe(false)
})
