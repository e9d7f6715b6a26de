import type { HistoryMessage } from '@runnel/contract'
import { createTestBuildContext } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { buildBufferMemory } from './build.ts'

test('a buffer memory keeps every message under its key and session', async () => {
  const messages: HistoryMessage[] = [{ role: 'user', content: 'Hello' }]
  const node = { id: 'bufferMemory_0', type: 'bufferMemory', label: 'Buffer Memory' }
  const plain = await buildBufferMemory(createTestBuildContext({ node }))
  expect(plain).toMatchObject({ kind: 'memory', memory: { key: 'chat_history', label: 'Buffer Memory' } })
  expect(plain.kind === 'memory' && plain.memory.select(messages)).toEqual(messages)
  expect(plain.kind === 'memory' && 'sessionId' in plain.memory).toBe(false)
  const own = await buildBufferMemory(
    createTestBuildContext({ values: { sessionId: 's1', memoryKey: 'talk' } }),
  )
  expect(own).toMatchObject({ memory: { key: 'talk', sessionId: 's1' } })
})
