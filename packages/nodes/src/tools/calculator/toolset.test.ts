import type { JsonValue } from '@runnel/contract'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { evaluateExpression } from './evaluate-expression.ts'
import { calculatorToolset } from './toolset.ts'

describe('an expression', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['10 % 4', 2],
    ['50% * 200', 100],
    ['7 / 2', 3.5],
    ['0.1 + 0.2', 0.3],
    ['1e3 + .5', 1000.5],
    ['3 × 4 ÷ 2 − 1', 5],
    ['sqrt(16) + abs(-2)', 6],
    ['round(2.567, 2)', 2.57],
    ['max(1, 7, 3) - min(4, 2)', 5],
    ['sin(0) + cos(0)', 1],
    ['ln(e)', 1],
    ['log(1000)', 3],
    ['exp(0)', 1],
    ['PI', Math.PI],
    ['2+2=', 4],
  ])('%s', (expression, value) => {
    expect(evaluateExpression(expression)).toBeCloseTo(value, 10)
  })

  test.each([
    ['1 +', 'ends too early'],
    ['1 / 0', 'division by zero'],
    ['sqrt(-1)', 'not a number'],
    ['2 $ 3', '"$" at position 3'],
    ['(1', '")" is missing'],
    ['1 2', 'Unexpected "2" at position 3'],
    ['constructor(1)', 'Unknown name "constructor"'],
    ['process.exit()', 'not arithmetic'],
    ['('.repeat(200), 'too deeply'],
    ['1'.repeat(3000), 'too long'],
    ['', 'ends too early'],
  ])('%j is refused with reasons', (expression, reason) => {
    expect(() => evaluateExpression(expression)).toThrow(reason)
  })
})

test('the tool answers with the value, and with words when it cannot', async () => {
  const component = createTestComponent('calculator')
  const { call } = createTestCallContext()
  const ask = (input: JsonValue) => calculatorToolset.call(component, { tool: 'calculator', input }, call)
  expect(await ask({ input: '6 * 7' })).toEqual({ content: '42' })
  expect(await ask('6 * 8')).toEqual({ content: '48' })
  expect((await ask({ input: 'six' })).content).toContain('Unknown name "six"')
  expect(await calculatorToolset.list(component, call)).toMatchObject([
    { name: 'calculator', effects: 'none' },
  ])
})
