import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { chainToolset } from './toolset.ts'

const chain = createTestComponent('llmChain')
const ask = { tool: 'chain_tool', input: { input: 'tea' } }

test('data of a chain is told as JSON, its sources go along', async () => {
  const component = createTestComponent('chainTool', { anchors: { baseChain: [chain] } })
  const documents = [{ pageContent: 'Tea', metadata: {} }]
  const { call } = createTestCallContext({
    runWired: () => ({ content: { rhyme: 'sea' }, sourceDocuments: documents }),
  })
  expect(await chainToolset.call(component, ask, call)).toEqual({
    content: '{"rhyme":"sea"}',
    sourceDocuments: documents,
  })
})

test('without a chain it says what to do', async () => {
  const component = createTestComponent('chainTool', { label: 'Rhyme' })
  const { call } = createTestCallContext()
  await expect(chainToolset.call(component, ask, call)).rejects.toThrow('Rhyme has no chain.')
})
