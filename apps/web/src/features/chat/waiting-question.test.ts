import { describe, expect, test } from 'vitest'
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
    })
  })
})
