import type { JsonObject } from '@runnel/contract'
import { createTestStepContext } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { listPreviousNodes } from '../list-previous-nodes.ts'
import { runLoop } from './run.ts'

const loop = (values: JsonObject) => runLoop(createTestStepContext({ values }).context)

test('the jump goes to the chosen node, as often as the author lets it', async () => {
  const values = {
    loopBackToNode: 'llmAgentflow_0-Draft - first',
    maxLoopCount: '3',
    fallbackMessage: 'Enough.',
  }
  expect(await loop(values)).toMatchObject({
    output: {
      content: 'Loop back to Draft - first (llmAgentflow_0)',
      nodeID: 'llmAgentflow_0',
      maxLoopCount: 3,
      fallbackMessage: 'Enough.',
    },
    loop: { target: 'llmAgentflow_0', maxCount: 3, fallback: 'Enough.' },
  })
})

test('without a number it runs five times, and says so at the end', async () => {
  const { loop: jump } = await loop({ loopBackToNode: 'llmAgentflow_0' })
  expect(jump).toEqual({
    target: 'llmAgentflow_0',
    maxCount: 5,
    fallback: expect.stringContaining('count of 5'),
  })
})

test('needs a node to go back to', async () => {
  await expect(loop({})).rejects.toThrow('has no node to go back to')
})

test('the nodes to choose from are those before', async () => {
  const previousNodes = [{ id: 'llmAgentflow_0', name: 'llmAgentflow', label: 'Draft', inputs: {} }]
  const signal = new AbortController().signal
  expect(await listPreviousNodes({ values: {}, catalogue: [], previousNodes, signal, fetch })).toEqual([
    { name: 'llmAgentflow_0-Draft', label: 'Draft', description: 'llmAgentflow_0' },
  ])
})
