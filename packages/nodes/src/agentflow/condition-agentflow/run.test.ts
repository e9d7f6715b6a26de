import type { JsonObject } from '@runnel/contract'
import { createTestStepContext } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runCondition } from './run.ts'

async function branchOf(...conditions: JsonObject[]): Promise<number> {
  const asked: JsonObject[] = []
  const { context } = createTestStepContext({
    values: { conditions },
    sandbox: (_code, globals) => {
      asked.push(globals)
      return globals.$pattern === '^[a-z]+\\d$' && globals.$text === 'abc1'
    },
  })
  const result = await runCondition(context)
  expect(result.conditions).toHaveLength(conditions.length + 1)
  expect(result.conditions?.filter(({ isFulfilled }) => isFulfilled)).toHaveLength(1)
  return result.conditions?.findIndex(({ isFulfilled }) => isFulfilled) ?? -1
}

const HIT = 0
const ELSE = 1

function text(value1: string, operation: string, value2 = ''): JsonObject {
  return { type: 'string', value1, operation, value2 }
}

describe('texts', () => {
  test.each([
    ['tea time', 'contains', 'time', HIT],
    ['tea time', 'notContains', 'time', ELSE],
    ['tea time', 'startsWith', 'tea', HIT],
    ['tea time', 'endsWith', 'tea', ELSE],
    ['yes', 'equal', 'yes', HIT],
    ['Yes', 'equal', 'yes', ELSE],
    ['yes', 'notEqual', 'no', HIT],
    ['', 'isEmpty', '', HIT],
    ['x', 'notEmpty', '', HIT],
    ['x', 'larger', '', ELSE],
    ['x', 'toString', '', ELSE],
    ['x', 'constructor', '', ELSE],
  ])('%j %s %j', async (...[value1, operation, value2, branch]) => {
    expect(await branchOf(text(value1, operation, value2))).toBe(branch)
  })

  test('are compared without marks of Markdown', async () => {
    expect(await branchOf(text('**yes**', 'equal', 'yes'))).toBe(HIT)
    expect(await branchOf(text('# Answer\n- `yes`', 'equal', 'Answer\nyes'))).toBe(HIT)
    expect(await branchOf(text('[here](https://x.y)', 'equal', 'here'))).toBe(HIT)
    expect(await branchOf(text('a_b_c', 'equal', 'a_b_c'))).toBe(HIT)
  })

  test('are matched with patterns in the sandbox, freed of the editor’s backslashes', async () => {
    expect(await branchOf(text('abc1', 'regex', '^\\[a-z\\]+\\\\d$'))).toBe(HIT)
    expect(await branchOf(text('other', 'regex', '^[a-z]+\\d$'))).toBe(ELSE)
  })

  test('full of marks are read without delay', async () => {
    expect(await branchOf(text('['.repeat(200_000), 'equal', 'x'))).toBe(ELSE)
    expect(await branchOf(text('[a]('.repeat(50_000), 'equal', 'x'))).toBe(ELSE)
    expect(await branchOf(text('**a'.repeat(50_000), 'equal', 'x'))).toBe(ELSE)
  })
})

describe('numbers', () => {
  test.each([
    ['2', 'smaller', '10', HIT],
    ['10 pieces', 'larger', 2, HIT],
    [3, 'smallerEqual', '3', HIT],
    [3, 'largerEqual', 4, ELSE],
    [3, 'equal', '3.0', HIT],
    [3, 'notEqual', 3, ELSE],
    ['no number', 'equal', 0, HIT],
    ['', 'isEmpty', '', HIT],
    [0, 'notEmpty', '', HIT],
    [3, 'valueOf', 3, ELSE],
  ])('%j %s %j', async (...[value1, operation, value2, branch]) => {
    expect(await branchOf({ type: 'number', value1, operation, value2 })).toBe(branch)
  })
})

describe('switches', () => {
  test('are equal only when they are the same value', async () => {
    expect(await branchOf({ type: 'boolean', value1: true, operation: 'equal', value2: true })).toBe(HIT)
    expect(await branchOf({ type: 'boolean', value1: 'true', operation: 'equal', value2: true })).toBe(ELSE)
    expect(await branchOf({ type: 'boolean', value1: false, operation: 'notEqual', value2: true })).toBe(HIT)
  })
})

describe('several rows', () => {
  test('the first that holds decides', async () => {
    expect(await branchOf(text('a', 'equal', 'b'), text('a', 'equal', 'a'), text('a', 'notEmpty'))).toBe(1)
  })

  test('without rows the last branch is taken', async () => {
    expect(await branchOf()).toBe(0)
  })

  test('the output shows each row with its verdict, and one more for else', async () => {
    const { context } = createTestStepContext({ values: { conditions: [text('a', 'equal', 'b')] } })
    expect((await runCondition(context)).output).toEqual({
      conditions: [
        { ...text('a', 'equal', 'b'), isFulfilled: false },
        { type: 'string', value1: '', operation: 'equal', value2: '', isFulfilled: true },
      ],
    })
  })
})
