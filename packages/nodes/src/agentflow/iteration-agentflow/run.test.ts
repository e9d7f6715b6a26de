import type { JsonValue } from '@runnel/contract'
import { createTestStepContext } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runIteration } from './run.ts'

const iterate = (iterationInput: JsonValue) =>
  runIteration(
    createTestStepContext({
      values: { iterationInput },
      state: { seen: 2 },
      children: (item, index) => `${index}: ${JSON.stringify(item)}`,
    }).context,
  )

test('each item is one run of the nodes inside; their answers are the lines of the text', async () => {
  expect(await iterate('["a", {"b": 1}]')).toMatchObject({
    output: { iterationResults: ['0: "a"', '1: {"b":1}'], content: '0: "a"\n1: {"b":1}' },
    state: { seen: 2 },
  })
})

test('a list that came as a value is taken as it is; an empty one runs nothing', async () => {
  expect((await iterate([1, 2])).output.iterationResults).toHaveLength(2)
  expect((await iterate('[]')).output).toEqual({ iterationResults: [], content: '' })
})

test.each(['not a list', '{"a": 1}', ''])('%j is refused', async (given) => {
  await expect(iterate(given)).rejects.toThrow('Invalid input array')
})
