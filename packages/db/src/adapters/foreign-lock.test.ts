import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing.ts'

test('while another program holds the write lock nobody but writers waits, and they go on after it', async () => {
  const testing = await createTestDatabase('sqlite')
  const { options, database, workspaceId } = testing
  if (options.kind !== 'sqlite') throw new Error('This needs SQLite.')
  const foreign = new DatabaseSync(options.file)
  try {
    foreign.exec('begin immediate')
    let isWritten = false
    const write = database
      .write(workspaceId, ({ variables }) => variables.insert({ name: 'v', type: 'static' }))
      .then(() => {
        isWritten = true
      })
    // Were the thread held, the lock would last longer than anybody waits for it.
    for (let turn = 0; turn < 50; turn += 1) {
      await database.read(workspaceId).variables.listAll()
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(isWritten).toBe(false)
    foreign.exec('rollback')
    await write
    expect((await database.read(workspaceId).variables.listAll()).map(({ name }) => name)).toEqual(['v'])
  } finally {
    foreign.close()
    await testing.drop()
  }
})
