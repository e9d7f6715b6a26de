import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runToExit } from './testing/run-to-exit.ts'

let served: string
let folder: string

beforeAll(async () => {
  served = mkdtempSync(join(tmpdir(), 'runnel-served-'))
  folder = served
  expect((await start()).code).toBe(0)
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runnel-unfit-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))
afterAll(() => rmSync(served, { recursive: true, force: true }))

const start = () => runToExit(folder)

/** A start that failed as it should: one line on the error output, nothing else, code 1. */
async function failure(): Promise<string> {
  const { code, out, err } = await start()
  expect({ code, out, lines: err.trimEnd().split('\n').length }, err).toEqual({ code: 1, out: '', lines: 1 })
  return err.trimEnd()
}

describe('a start on a database that does not fit fails with one line that says what to do', () => {
  /** An installation that was served before, whose database is then changed from outside. */
  function change(...statements: string[]): void {
    cpSync(served, folder, { recursive: true })
    const database = new DatabaseSync(join(folder, 'runnel.db'))
    for (const statement of statements) database.exec(statement)
    database.close()
  }
  /** All tables, their indexes and their rows. */
  function content(): unknown {
    using database = new DatabaseSync(join(folder, 'runnel.db'), { readOnly: true })
    const tables = database.prepare('select name, sql, type from sqlite_master order by name').all()
    const rows = tables
      .filter(({ type, sql }) => type === 'table' && !String(sql).startsWith('create virtual'))
      .map(({ name }) => database.prepare(`select * from "${name}"`).all())
    return { tables, rows }
  }

  test('when another program holds the database', async () => {
    change()
    const other = new DatabaseSync(join(folder, 'runnel.db'))
    other.exec('pragma locking_mode = exclusive; begin exclusive')
    expect(await failure()).toMatch(/runnel\.db is held by another program.*Nothing in it was changed/)
    other.close()
    expect((await start()).code).toBe(0)
  })

  test('when a change of the schema was left halfway', async () => {
    change('delete from migrations')
    const before = content()
    expect(await failure()).toMatch(/left halfway.*Nothing was changed/)
    expect(content()).toEqual(before)
  })

  test('when the database is of a newer version', async () => {
    change("insert into migrations (name, timestamp) values ('9999-future', '2099')")
    const before = content()
    expect(await failure()).toMatch(/newer version of Runnel.*9999-future.*Nothing was changed/)
    expect(content()).toEqual(before)
  })

  test.each([
    ['missing', () => rmSync(join(folder, 'runnel.db'))],
    ['empty', () => truncateSync(join(folder, 'runnel.db'))],
  ])('when the database is %s beside its key', async (_what, lose) => {
    change()
    lose()
    expect(await failure()).toMatch(/secret\.key, but .*runnel\.db is missing or empty.*Restore/)
    expect(readdirSync(folder)).toContain('secret.key')
    rmSync(join(folder, 'secret.key'))
    expect((await start()).code, 'without the key it begins anew').toBe(0)
  })

  test('when the program itself is at fault, without showing its code', async () => {
    change('drop table meta', 'create table meta (other text)')
    expect(await failure()).toMatch(/^Runnel could not start: .*Tell its maintainers/)
  })
})
