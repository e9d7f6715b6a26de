import { describe, expect, test } from 'vitest'
import { readArguments } from './read-arguments.ts'
import { readWaitingQuestion } from './waiting-question.ts'

const data = { nodeId: 'agent_0', nodeLabel: 'Agent', input: 'Send the letter?' }

describe('the question of a waiting run', () => {
  test('takes its labels from the buttons', () => {
    const elements = [
      { type: 'agentflowv2-approve-button', label: 'Send' },
      { type: 'agentflowv2-reject-button', label: 'Keep' },
    ]
    const mapping = { approve: 'Proceed', reject: 'Reject' }
    expect(readWaitingQuestion({ id: 'x', elements, mapping, data })).toEqual({
      text: 'Send the letter?',
      takesFeedback: true,
      nodeId: 'agent_0',
      proceedLabel: 'Send',
      rejectLabel: 'Keep',
    })
  })

  test('takes its labels from the mapping where there are no buttons', () => {
    const question = readWaitingQuestion({ mapping: { approve: 'Yes', reject: 'No' }, data })
    expect(question).toMatchObject({ proceedLabel: 'Yes', rejectLabel: 'No' })
  })

  test('leaves out what another program wrote in a form of its own', () => {
    expect(readWaitingQuestion({ elements: ['x', { type: 3 }], mapping: [], data: { nodeId: '' } })).toEqual({
      text: '',
      takesFeedback: true,
    })
  })
})

test('the question of a node has words of its own, and may take no feedback', () => {
  const input = { messages: [], description: 'Send it?', humanInputEnableFeedback: false }
  expect(readWaitingQuestion({ data: { nodeId: 'human_0', input } })).toEqual({
    nodeId: 'human_0',
    text: 'Send it?',
    takesFeedback: false,
  })
})

describe('the arguments of a call', () => {
  const schema = {
    type: 'object',
    properties: { input: { type: 'string' }, count: { type: 'integer' } },
    required: ['input'],
    additionalProperties: false,
  }
  const action = {
    data: { input: 'Proceed?', toolCalls: [{ name: 'mail', args: { input: 'a' } }], inputSchema: schema },
  }

  test('are shown with what they may be', () => {
    expect(readWaitingQuestion(action).call).toEqual({ name: 'mail', args: { input: 'a' }, schema })
  })

  test.each([
    ['{"input": "b"}', { value: { input: 'b' } }],
    ['{"input": "b", "count": 2}', { value: { input: 'b', count: 2 } }],
    ['{"input":', { fault: { kind: 'json' } }],
    ['[]', { fault: { kind: 'object' } }],
    ['{}', { fault: { kind: 'missing', name: 'input' } }],
    ['{"input": 3}', { fault: { kind: 'type', name: 'input', type: 'string' } }],
    ['{"input": "b", "count": 1.5}', { fault: { kind: 'type', name: 'count', type: 'integer' } }],
    ['{"input": "b", "to": "me"}', { fault: { kind: 'unknown', name: 'to' } }],
  ])('%s is checked', (text, read) => {
    expect(readArguments(text, schema)).toEqual(read)
  })
})
