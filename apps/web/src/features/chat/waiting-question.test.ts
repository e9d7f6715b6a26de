import { describe, expect, test } from 'vitest'
import { filledIn, missingIn } from './asked-form.ts'
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

describe('a form that a tool asks for', () => {
  const schema = {
    type: 'object',
    properties: {
      people: { type: 'integer', title: 'How many', description: 'With children' },
      name: { type: 'string' },
      tea: { type: 'string', enum: ['green', 'black'], enumNames: ['Green', 'Black'] },
      window: { type: 'boolean' },
    },
    required: ['people', 'window'],
  }
  const data = {
    input: 'A table?',
    toolCalls: [{ name: 'book', args: { tea: 'green' } }],
    inputSchema: schema,
  }
  const { form, call, takesFeedback } = readWaitingQuestion({ data: { ...data, asksForInput: true } })

  test('is shown field by field, and takes the place of arguments and words', () => {
    expect(call).toBeUndefined()
    expect(takesFeedback).toBe(false)
    expect(form?.values).toEqual({ tea: 'green' })
    expect(form?.fields).toMatchObject([
      { name: 'people', label: 'How many', description: 'With children', kind: 'number', isRequired: true },
      { name: 'name', label: 'name', kind: 'text', isRequired: false },
      { name: 'tea', kind: 'choice', options: [{ value: 'green', label: 'Green' }, { value: 'black' }] },
      { name: 'window', kind: 'switch' },
    ])
  })

  test('names what is missing, and sends what was filled in', () => {
    if (!form) throw new Error('There is no form.')
    expect(missingIn(form, { people: '', name: 'Ada' })).toEqual(['people'])
    expect(filledIn(form, { people: 3, name: '', tea: 'black' })).toEqual({
      people: 3,
      tea: 'black',
      window: false,
    })
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
