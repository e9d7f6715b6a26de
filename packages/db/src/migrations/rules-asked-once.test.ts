import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabasePlace } from '../testing.ts'
import { migrate } from './migrate.ts'

interface Rule {
  name: string
  rule: string
}

test('rules of before come to ask once, and mean what they meant', async () => {
  const place = await createTestDatabasePlace('postgres')
  if (place.options.kind !== 'postgres') throw new Error('not PostgreSQL')
  const client = new Client({ connectionString: place.options.url })
  const readRules = async () => {
    const { rows } = await client.query<Rule>(
      `select tablename || '.' || policyname as name, concat(qual, ' / ', with_check) as rule from pg_policies order by 1`,
    )
    return new Map(rows.map(({ name, rule }) => [name, rule]))
  }
  try {
    const adapter = await openAdapter(place.options)
    await migrate(adapter, '0020-document-tags')
    await client.connect()
    const fresh = await readRules()
    // As they were made before: every setting named in the rule itself.
    const plain = `current_setting('app.scope', true) = 'system'`
    const here = `current_setting('app.workspace', true)`
    await client.query(`alter policy "tenancy" on "users" using (${plain}) with check (${plain})`)
    await client.query(
      `alter policy "tenancy" on "flows" using ("workspaceId" = ${here} or ${plain}) with check ("workspaceId" = ${here} or ${plain})`,
    )
    await client.query(`alter policy "sharedWith" on "workspaceShares" using ("sharedWith" = ${here})`)
    expect(await readRules()).not.toEqual(fresh)
    await migrate(adapter, '0021-rules-asked-once')
    await adapter.close()
    expect(await readRules()).toEqual(fresh)
    await (await openDatabase(place.options)).close()
  } finally {
    await client.end()
    await place.drop()
  }
})
