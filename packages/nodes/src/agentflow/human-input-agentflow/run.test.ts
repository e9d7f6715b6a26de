import { aModel, createTestStepContext, said, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runHumanInput } from './run.ts'

const node = { id: 'humanInputAgentflow_0', type: 'humanInputAgentflow', label: 'Agree' }

function ask(options: TestStepOptions = {}) {
  return createTestStepContext({
    node,
    answer: () => ({ type: 'proceed' }),
    runHistory: [{ role: 'user', content: 'I would send it.', name: 'agent_0' }],
    ...options,
    values: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Send it?', ...options.values },
  })
}

describe('what a person is asked', () => {
  test('is the last message and the description, with two buttons, in the form that clients know', async () => {
    const step = ask()
    await runHumanInput(step.context)
    expect(step.questions).toEqual([
      {
        action: {
          id: expect.any(String),
          mapping: { approve: 'Proceed', reject: 'Reject' },
          elements: [
            { type: 'agentflowv2-approve-button', label: 'Proceed' },
            { type: 'agentflowv2-reject-button', label: 'Reject' },
          ],
          data: {
            nodeId: node.id,
            nodeLabel: 'Agree',
            input: {
              messages: [{ role: 'user', content: 'I would send it.', name: 'agent_0' }],
              humanInputEnableFeedback: true,
              description: 'I would send it.\n\nSend it?',
            },
          },
        },
        shown: { content: 'I would send it.\n\nSend it?' },
      },
    ])
  })

  test('may be written by a model that sees the conversation', async () => {
    const step = ask({
      values: { humanInputDescriptionType: 'dynamic', humanInputModelPrompt: 'Say what comes next.' },
      selected: { humanInputModel: aModel },
      model: () => said('The letter goes out. Proceed?'),
    })
    await runHumanInput(step.context)
    expect(step.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'I would send it.',
      'Say what comes next.',
    ])
    expect(step.questions[0]?.shown).toEqual({ content: 'The letter goes out. Proceed?' })
  })

  test('cannot be written without a model', async () => {
    const values = { humanInputDescriptionType: 'dynamic' }
    await expect(runHumanInput(ask({ values }).context)).rejects.toThrow('Agree has no model')
  })
})

describe('the answer', () => {
  test('takes its branch, and its feedback joins the history', async () => {
    const step = ask({ answer: () => ({ type: 'reject', feedback: 'Too early.' }) })
    expect(await runHumanInput(step.context)).toMatchObject({
      output: { content: 'Too early.' },
      conditions: [{ isFulfilled: false }, { isFulfilled: true }],
      history: [{ role: 'user', content: 'Too early.' }],
    })
  })

  test('without feedback says only which it was', async () => {
    const result = await runHumanInput(ask().context)
    expect(result).toMatchObject({
      output: { content: 'proceed' },
      conditions: [{ isFulfilled: true }, { isFulfilled: false }],
    })
    expect(result).not.toHaveProperty('history')
  })

  test('has no feedback where the author switched it off', async () => {
    const step = ask({
      values: { humanInputEnableFeedback: false },
      answer: () => ({ type: 'proceed', feedback: 'But mind the date.' }),
    })
    const result = await runHumanInput(step.context)
    expect(result.output.content).toBe('proceed')
    expect(step.questions[0]?.action.data).toMatchObject({ input: { humanInputEnableFeedback: false } })
  })
})
