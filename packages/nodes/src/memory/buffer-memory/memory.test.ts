import { anExchange, createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { bufferMemoryCapability } from './memory.ts'

test('a buffer memory recalls every message of the session, in order', async () => {
  const { call } = createTestCallContext({ run: { pastHistory: anExchange } })
  expect(await bufferMemoryCapability.recall(createTestComponent('bufferMemory'), call)).toEqual(anExchange)
})
