import { applyRunEvent, emptyRunView } from '@runnel/client'
import type { RunEvent } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { makeAnswerEntry, readStoredMessage } from '../chat-entry.ts'
import { findThoughts } from './thoughts.ts'

const step = { path: 'llm#0', nodeId: 'llm' }
const begun: RunEvent[] = [
  {
    type: 'run-start',
    runId: 'r',
    flowId: 'f',
    flowType: 'AGENTFLOW',
    chatId: 'c',
    sessionId: 's',
    messageId: 'm',
  },
  { type: 'step-start', ...step, nodeLabel: 'LLM', generation: 0 },
]
const thought = (text: string, seconds?: number): RunEvent => ({
  type: 'reasoning-delta',
  ...step,
  text,
  ...(seconds !== undefined && { seconds }),
})

function entryAfter(...events: RunEvent[]) {
  const view = [...begun, ...events]
    .map((event, index) => ({ fence: 1, n: index + 1, at: 0, event }))
    .reduce(applyRunEvent, emptyRunView)
  return makeAnswerEntry('m', view)
}

describe('thoughts of an answer that grows', () => {
  test('are under way until they end, and then took their time', () => {
    expect(entryAfter(thought('Hm'), thought('m.')).thoughts).toEqual({ text: 'Hmm.', isGrowing: true })
    expect(entryAfter(thought('Hmm.'), thought('', 1.5)).thoughts).toEqual({ text: 'Hmm.', seconds: 1.5 })
  })

  test('stand apart where the model is asked again, and their times are added', () => {
    const twice = [thought('One.'), thought('', 1), thought('Two.')]
    expect(entryAfter(...twice).thoughts).toEqual({ text: 'One.\n\nTwo.', seconds: 1, isGrowing: true })
    expect(entryAfter(...twice, thought('', 2)).thoughts).toEqual({ text: 'One.\n\nTwo.', seconds: 3 })
  })

  test('are not under way when their step failed in the middle of them', () => {
    const failed: RunEvent = { type: 'step-end', ...step, nodeLabel: 'LLM', status: 'error', durationMs: 1 }
    expect(entryAfter(thought('Hm'), failed).thoughts).toEqual({ text: 'Hm' })
  })

  test('come again where the step begins again', () => {
    const again: RunEvent = { type: 'step-restarted', ...step, nodeLabel: 'LLM', attempt: 2 }
    expect(entryAfter(thought('Hm'), again, thought('Hmm.'), thought('', 2)).thoughts).toEqual({
      text: 'Hmm.',
      seconds: 2,
    })
  })

  test('are absent where none were told', () => {
    expect(entryAfter().thoughts).toBeUndefined()
  })
})

test('thoughts of a stored message are read, and anything else in their place is passed over', () => {
  const read = (reasonContent: unknown) =>
    readStoredMessage({ id: 'a', role: 'apiMessage', content: 'Yes.', reasonContent } as never).thoughts
  expect(read({ thinking: 'Hm.', thinkingDuration: 2 })).toEqual({ text: 'Hm.', seconds: 2 })
  for (const other of [undefined, null, 'Hm.', {}, { thinking: '' }, { thinking: 3 }]) {
    expect(read(other)).toBeUndefined()
  }
})

test('thoughts of a step and of a call of a model are found in what they gave', () => {
  const reasonContent = { thinking: 'Hm.', thinkingDuration: 2 }
  expect(findThoughts({ output: { content: 'Yes.', reasonContent } })).toEqual({ text: 'Hm.', seconds: 2 })
  const parts = [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'reasoning', text: 'So.' },
    { type: 'text', text: 'Yes.' },
  ]
  expect(findThoughts({ parts, thinkingMs: 1500 })).toEqual({ text: 'Hm.\n\nSo.', seconds: 1.5 })
  for (const none of [undefined, null, 'text', {}, { output: { content: 'Yes.' } }, { parts: [null] }]) {
    expect(findThoughts(none)).toBeUndefined()
  }
})
