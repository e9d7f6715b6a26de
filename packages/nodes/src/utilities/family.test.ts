import type { JsonObject, JsonValue } from '@runnel/contract'
import { aTool, createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { nodeCatalogue } from '../catalogue.ts'

/** What a utility gives, with a sandbox that returns what stands behind `return` as JSON. */
interface UtilityCase {
  node: string
  does: string
  step: TestStepOptions
  content: JsonValue
  fires?: string[]
  state?: JsonObject
  shown?: string[]
  /** What the code was given by name. */
  sees?: JsonObject
}

const cases: UtilityCase[] = [
  {
    node: 'customFunction',
    does: 'gives what the code returns, as it is',
    step: { values: { javascriptFunction: 'return [1, {"a": 2}]' } },
    content: [1, { a: 2 }],
  },
  {
    node: 'customFunction',
    does: 'gives a number on as a number',
    step: { values: { javascriptFunction: 'return 42' } },
    content: 42,
  },
  {
    node: 'customFunction',
    does: 'answers in words where the flow ends',
    step: { values: { javascriptFunction: 'return 42' }, isLast: true },
    content: '42',
    shown: ['42'],
  },
  {
    node: 'customFunction',
    does: 'answers in JSON where the flow ends',
    step: { values: { javascriptFunction: 'return {"a":1}' }, isLast: true },
    content: { a: 1 },
    shown: ['{"a":1}'],
  },
  {
    node: 'customFunction',
    does: 'sees question, its variables and those of the workspace that it names',
    step: {
      input: 'Tea?',
      values: {
        javascriptFunction: 'return "$vars.town"',
        functionInputVariables: '{"a": {"b": 1}, "$c": "d"}',
      },
      run: { variables: { town: 'Ulm', other: 'Rome' } },
    },
    content: '$vars.town',
    sees: { $input: 'Tea?', $a: { b: 1 }, $c: 'd', $vars: { town: 'Ulm' } },
  },
  {
    node: 'ifElseFunction',
    does: 'goes on at True with what it returned',
    step: { values: { ifFunction: 'return "yes"', elseFunction: 'return "no"' } },
    content: 'yes',
    fires: ['returnTrue'],
  },
  ...['false', '0', '""', 'null'].map((nothing) => ({
    node: 'ifElseFunction',
    does: `goes on at False where ${nothing} was returned`,
    step: { values: { ifFunction: `return ${nothing}`, elseFunction: 'return "no"' } },
    content: 'no',
    fires: ['returnFalse'],
  })),
  {
    node: 'ifElseFunction',
    does: 'gives false where its author wrote no other function',
    step: { values: { ifFunction: 'return false', elseFunction: '' } },
    content: false,
    fires: ['returnFalse'],
  },
  {
    node: 'setVariable',
    does: 'keeps what is wired to it beside what is known',
    step: { values: { variableName: 'tea', input: [{ kind: 'green' }] }, state: { cups: 2 } },
    content: { kind: 'green' },
    state: { cups: 2, tea: { kind: 'green' } },
  },
  {
    node: 'setVariable',
    does: 'takes the first value that is there',
    step: { values: { variableName: 'tea', input: [null, '', 0, 'black'] } },
    content: 0,
    state: { tea: 0 },
  },
  {
    node: 'getVariable',
    does: 'gives what was kept',
    step: { values: { variableName: ' tea ' }, state: { tea: { kind: 'green' } } },
    content: { kind: 'green' },
  },
  {
    node: 'getVariable',
    does: 'gives an empty text where nothing was kept',
    step: { values: { variableName: 'constructor' } },
    content: '',
  },
]

const utilities = nodeCatalogue.filter(
  ({ definition }) => definition.kind === 'step' && definition.tags?.includes('Utilities') === true,
)

test('every utility of the catalogue is held to these tests', () => {
  expect([...new Set(cases.map(({ node }) => node))].sort()).toEqual(
    utilities.map(({ definition }) => definition.name).sort(),
  )
})

async function run(node: string, options: TestStepOptions) {
  const seen: JsonObject[] = []
  const step = createTestStepContext({
    sandbox: (code, globals) => {
      seen.push(globals)
      return JSON.parse(/^return (.*?);?$/s.exec(code)?.[1] ?? 'null') as JsonValue
    },
    ...options,
  })
  const work = await utilities.find(({ definition }) => definition.name === node)?.run?.()
  return { result: await work?.(step.context), shown: step.shown, seen }
}

test.each(cases)('$node $does', async ({ node, step, content, fires, state, sees, shown: told = [] }) => {
  const { result, shown, seen } = await run(node, step)
  expect(result?.output.content).toEqual(content)
  expect(result?.fires).toEqual(fires)
  expect(result?.state).toEqual(state)
  expect(shown).toEqual(told)
  if (sees) expect(seen).toEqual([expect.objectContaining(sees)])
})

test.each([
  [{ showOutput: true }, ['tea']],
  [{ showOutput: false }, undefined],
  [{ showOutput: true, variableName: ' ' }, undefined],
])('setVariable with %j shows callers %j', async (values, shownKeys) => {
  const { result } = await run('setVariable', {
    values: { variableName: 'tea', input: ['black'], ...values },
  })
  expect(result?.shownKeys).toEqual(shownKeys)
})

test('code that was given tools says that it cannot call them', async () => {
  const values = { javascriptFunction: 'return 1' }
  await expect(run('customFunction', { values, components: { tools: [aTool({})] } })).rejects.toThrow(
    'cannot call',
  )
})
