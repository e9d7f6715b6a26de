import type { HistoryMessage } from '@runnel/contract'
import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PROMPT } from './default-prompt.ts'
import { runConditionAgent } from './run.ts'

const node = { id: 'conditionAgentAgentflow_0', type: 'conditionAgentAgentflow', label: 'Judge' }
const SCENARIOS = ['The user asks about tea', 'The user asks about coffee', 'Anything else']

function judge(answer: string, options: TestStepOptions = {}) {
  return createTestStepContext({
    node,
    input: 'How hot is green tea?',
    selected: { conditionAgentModel: aModel },
    model: () => said(answer),
    ...options,
    values: {
      conditionAgentInput: 'How hot is green tea?',
      conditionAgentInstructions: 'Find out what they drink.',
      conditionAgentScenarios: SCENARIOS.map((scenario) => ({ scenario })),
      ...options.values,
    },
  })
}

const chosenBy = async (answer: string, values = {}) => {
  const { conditions } = await runConditionAgent(judge(answer, { values }).context)
  expect(conditions?.filter(({ isFulfilled }) => isFulfilled)).toHaveLength(1)
  return conditions?.findIndex(({ isFulfilled }) => isFulfilled)
}

describe('the branch', () => {
  test.each([
    ['the same text', 'The user asks about coffee', 1],
    ['the same text in another case', 'THE USER ASKS ABOUT COFFEE ', 1],
    ['its beginning', 'any', 2],
    ['a part of it', 'coffee', 1],
    ['more than it', 'I think: the user asks about coffee.', 1],
    ['none of them', 'Beer', 2],
    ['nothing', '', 2],
  ])('is the one that the answer names by %s', async (_how, output, branch) => {
    expect(await chosenBy(JSON.stringify({ output }))).toBe(branch)
  })

  test('is the same one where an earlier scenario only holds the words', async () => {
    const conditionAgentScenarios = [{ scenario: 'No tea' }, { scenario: 'Tea please' }, { scenario: 'tea' }]
    expect(await chosenBy('{"output": "Tea"}', { conditionAgentScenarios })).toBe(2)
    expect(await chosenBy('{"output": "tea p"}', { conditionAgentScenarios })).toBe(1)
  })

  test('is found in a fence, and never a scenario that was left blank', async () => {
    expect(await chosenBy('Here:\n```json\n{"output": "Anything else"}\n```')).toBe(2)
    const conditionAgentScenarios = [{ scenario: '' }, { scenario: 'Yes' }, { scenario: ' ' }]
    expect(await chosenBy('{"output": "Yes"}', { conditionAgentScenarios })).toBe(1)
    expect(await chosenBy('{"output": "No"}', { conditionAgentScenarios })).toBe(2)
  })

  test.each(['The user asks about tea', '{"answer": "tea"}', '{"output": 1}', '["tea"]', ''])(
    'is not guessed from %j',
    async (answer) => {
      await expect(runConditionAgent(judge(answer).context)).rejects.toThrow(
        'Error in Condition Agent node: The model did not name a scenario as {"output": "…"}. Try another model',
      )
    },
  )
})

describe('the model', () => {
  test('is told what to judge, and must answer with one of the scenarios', async () => {
    const step = judge('{"output": "The user asks about tea"}')
    const result = await runConditionAgent(step.context)
    const [request] = step.requests
    expect(request?.show).toBe(false)
    expect(request?.messages[0]).toEqual({ role: 'system', content: DEFAULT_PROMPT })
    expect(JSON.parse(String(request?.messages[1]?.content))).toEqual({
      input: 'How hot is green tea?',
      scenarios: SCENARIOS,
      instruction: 'Find out what they drink.',
    })
    expect(request?.structure?.schema).toMatchObject({ properties: { output: { enum: SCENARIOS } } })
    expect(result.output).toMatchObject({
      content: '{"output": "The user asks about tea"}',
      usageMetadata: { total_tokens: 15 },
      conditions: SCENARIOS.map((output, index) => ({ output, isFulfilled: index === 0 })),
    })
    expect(result.history).toBeUndefined()
  })

  test('has the prompt of the author only where they switched it on', async () => {
    const promptWith = async (conditionAgentOverrideSystemPrompt: boolean) => {
      const conditionAgentSystemPrompt = 'Decide.'
      const step = judge('{"output": "x"}', {
        values: { conditionAgentOverrideSystemPrompt, conditionAgentSystemPrompt },
      })
      await runConditionAgent(step.context)
      return step.requests[0]?.messages[0]?.content
    }
    expect([await promptWith(true), await promptWith(false)]).toEqual(['Decide.', DEFAULT_PROMPT])
  })

  test('sees the conversation as the memory says, and none without memory', async () => {
    const pastHistory: HistoryMessage[] = [1, 2, 3].flatMap((n) => [
      { role: 'user', content: `question ${n}` },
      { role: 'assistant', content: `answer ${n}` },
    ])
    const seenWith = async (values: object) => {
      const step = judge('{"output": "x"}', { values: { ...values }, run: { pastHistory } })
      await runConditionAgent(step.context)
      return step.requests[0]?.messages.slice(1, -1).map(({ content }) => content)
    }
    expect(await seenWith({})).toHaveLength(6)
    expect(
      await seenWith({ conditionAgentMemoryType: 'windowSize', conditionAgentMemoryWindowSize: '1' }),
    ).toEqual(['question 3', 'answer 3'])
    expect(await seenWith({ conditionAgentEnableMemory: false })).toEqual([])
  })

  test('is one that the author chose, with something to choose from', async () => {
    await expect(runConditionAgent(judge('', { selected: {} }).context)).rejects.toThrow(
      'Error in Condition Agent node: Judge has no model. Choose one in the node.',
    )
    const values = { conditionAgentScenarios: [{ scenario: '' }, { scenario: '' }] }
    await expect(runConditionAgent(judge('', { values }).context)).rejects.toThrow(
      'Judge has no scenario to choose from.',
    )
  })
})
