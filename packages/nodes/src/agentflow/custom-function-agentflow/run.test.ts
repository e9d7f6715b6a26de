import type { JsonObject, JsonValue } from '@runnel/contract'
import { createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runCustomFunction } from './run.ts'

function runReturning(returned: JsonValue, options: TestStepOptions = {}) {
  const asked: { code: string; globals: JsonObject }[] = []
  const step = createTestStepContext({
    ...options,
    values: { customFunctionJavascriptFunction: 'return $vars.town', ...options.values },
    sandbox: (code, globals) => {
      asked.push({ code, globals })
      return returned
    },
  })
  return runCustomFunction(step.context).then((result) => ({ result, asked, shown: step.shown }))
}

describe('a custom function', () => {
  test('runs in the sandbox and sees input, variables, flow and its own variables', async () => {
    const { asked } = await runReturning('x', {
      input: 'Hi',
      state: { topic: 'tea' },
      run: { variables: { town: 'Ulm', other: 'Rome' } },
      values: {
        customFunctionInputVariables: [
          { variableName: 'amount', variableValue: '3' },
          { variableName: '$unit', variableValue: 'cups' },
          { variableName: '', variableValue: 'lost' },
        ],
      },
    })
    expect(asked).toEqual([
      {
        code: 'return $vars.town',
        globals: expect.objectContaining({
          $input: 'Hi',
          $vars: { town: 'Ulm' },
          $amount: '3',
          $unit: 'cups',
          $flow: expect.objectContaining({ state: { topic: 'tea' }, input: 'Hi' }),
        }),
      },
    ])
  })

  test.each([
    ['text', 'text'],
    [42, '42'],
    [false, 'false'],
    [null, ''],
    [{ a: 1 }, '{\n  "a": 1\n}'],
    [[1], '[\n  1\n]'],
  ])('that returns %j has the text %j', async (returned, content) => {
    const { result } = await runReturning(returned)
    expect(result.output).toEqual({ content })
  })

  test('shows its text only where the flow ends', async () => {
    expect((await runReturning('done', { isLast: true })).shown).toEqual(['done'])
    expect((await runReturning('done')).shown).toEqual([])
  })
})
