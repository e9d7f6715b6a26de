import { expect, test } from 'vitest'
import { nameNode } from './name-node.ts'

const run = (label: string) =>
  ({ version: { document: { nodes: [{ id: 'llm_1', label }] } } }) as unknown as Parameters<
    typeof nameNode
  >[0]
const say = (message: string, label = 'Writer') =>
  nameNode(run(label), { code: 'step_failed', message, nodeId: 'llm_1' }).message

test.each([
  ['It failed.', 'Writer (llm_1): It failed.'],
  ['llm_10 is not there.', 'Writer (llm_1): llm_10 is not there.'],
  ['"llm_1" failed.', '"llm_1" failed.'],
  ['llm_10 and llm_1', 'llm_10 and llm_1'],
])('%j is said as %j', (message, said) => {
  expect(say(message)).toBe(said)
})

test('a node without a label of its own is called by its id', () => {
  expect(say('It failed.', 'llm_1')).toBe('llm_1: It failed.')
  expect(say('It failed.', '')).toBe('llm_1: It failed.')
})

test('a fault of no node, or of one that is not there, stays as it is', () => {
  const error = { code: 'step_failed', message: 'It failed.' } as const
  expect(nameNode(run('Writer'), { ...error, nodeId: 'llm_2' }).message).toBe('It failed.')
})
