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

const countAtOnce = async (iterationConcurrency?: JsonValue) => {
  const values = {
    iterationInput: ['a'],
    ...(iterationConcurrency !== undefined && { iterationConcurrency }),
  }
  const children = (_item: JsonValue, _index: number, concurrency: number) => String(concurrency)
  const { output } = await runIteration(createTestStepContext({ values, children }).context)
  return Number(output.content)
}

test('the items run one after the other, or as many at once as the author says', async () => {
  expect(await countAtOnce()).toBe(1)
  expect(await countAtOnce('')).toBe(1)
  expect(await countAtOnce(4)).toBe(4)
  expect(await countAtOnce('10')).toBe(10)
})

test.each([0, 11, 1.5, -1, 'all'])('%j items at once are refused by name', async (given) => {
  await expect(countAtOnce(given)).rejects.toThrow('“Items at Once”')
})
