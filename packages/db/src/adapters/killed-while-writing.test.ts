import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { campaignRounds } from '@runnel/contract/testing'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabase } from '../testing.ts'

const fixture = fileURLToPath(new URL('./write-until-killed.fixture.ts', import.meta.url))
const ROUNDS = campaignRounds(3, 300)
const PAIRS_PER_ROUND = 300

/** Reads what the child acknowledges, kills it in the middle, and gives the acknowledged names. */
async function killAfter(child: ChildProcess, count: number): Promise<string[]> {
  let text = ''
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (chunk: string) => {
    text += chunk
    if (text.split('\n').length > count) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return text.split('\n').slice(0, -1)
}

async function listNames(database: Database, workspaceId: string): Promise<Set<string>> {
  return new Set((await database.read(workspaceId).variables.listAll()).map(({ name }) => name))
}

test('after kill -9 every acknowledged write is there, and none is half there', async () => {
  const testing = await createTestDatabase('sqlite')
  const { options, workspaceId } = testing
  if (options.kind !== 'sqlite') throw new Error('This needs SQLite.')
  await testing.database.close()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = spawn(process.execPath, [fixture, options.file, workspaceId], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const acknowledged = await killAfter(child, PAIRS_PER_ROUND)
      const database = await openDatabase(options)
      const names = await listNames(database, workspaceId)
      expect(acknowledged.length).toBeGreaterThanOrEqual(PAIRS_PER_ROUND)
      for (const name of acknowledged) expect(names).toContain(`${name}-first`)
      for (const name of names) {
        const other = name.endsWith('first')
          ? name.replace('first', 'second')
          : name.replace('second', 'first')
        expect(names).toContain(other)
      }
      await database.close()
    }
  } finally {
    await testing.drop()
  }
})
