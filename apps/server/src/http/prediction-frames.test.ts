import type { RunEvent } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createFrameWriter, predictionFrame } from './prediction-frames.ts'

const step = { path: 'a#0', nodeId: 'a' }
const end = (rest: object) =>
  ({ type: 'run-end', status: 'finished', text: 'All', result: {}, ...rest }) as RunEvent

/** Names of the frames of some events in a row. */
function framesOf(isAgentFlow: boolean, events: RunEvent[]): string[] {
  const writer = createFrameWriter(isAgentFlow)
  const text = events.map((event) => writer.frames(event)).join('')
  return text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const { event, data } = JSON.parse(frame.split('data:').slice(1).join('data:'))
      return typeof data === 'string' ? `${event} ${data}` : event
    })
}

test('a frame is two lines and an empty one, whatever it holds', () => {
  expect(predictionFrame('token', 'a\n\nb\u2028"')).toBe(
    `message:\ndata:{"event":"token","data":"a\\n\\nb\u2028\\""}\n\n`,
  )
})

test('a chat flow begins with start, once, and sends its text whole when nothing was streamed', () => {
  const delta = (text: string): RunEvent => ({ type: 'text-delta', ...step, text })
  expect(framesOf(false, [delta('a'), delta('b'), end({})])).toEqual([
    'start ',
    'token a',
    'token b',
    'metadata',
  ])
  expect(framesOf(false, [end({})])).toEqual(['start ', 'token All', 'metadata'])
})

test.each([
  [true, ['agentFlowEvent ERROR', 'error no luck']],
  [false, ['error no luck']],
])('a failed run ends with its error (agent flow: %s)', (isAgentFlow, expected) => {
  const failed = end({ status: 'error', error: { code: 'step_failed', message: 'no luck' } })
  expect(framesOf(isAgentFlow, [failed])).toEqual(expected)
})

test.each([
  [true, ['agentFlowEvent TERMINATED', 'abort [DONE]']],
  [false, ['abort [DONE]']],
])('a stopped run ends with abort (agent flow: %s)', (isAgentFlow, expected) => {
  expect(framesOf(isAgentFlow, [end({ status: 'terminated' })])).toEqual(expected)
})

test('a question to a person comes after the flow is told to have stopped', () => {
  const waiting = { nodeId: 'a', nodeLabel: 'A', data: {}, previousNodeIds: [], status: 'STOPPED' as const }
  const frames = framesOf(true, [
    { type: 'step-end', ...step, nodeLabel: 'A', status: 'waiting', durationMs: 1, executed: waiting },
    { type: 'run-wait', ...step, action: { id: 'q' } },
  ])
  expect(frames).toEqual([
    'nextAgentFlow',
    'agentFlowExecutedData',
    'agentFlowEvent STOPPED',
    'action',
    'metadata',
  ])
})

test('metadata holds what the reference’s does, and nothing else of the result', () => {
  const result = { chatId: 'c', text: 'x', secret: 'x', sessionId: 's', executionId: 'e', question: 'q' }
  expect(createFrameWriter(true).frames(end({ result }))).toContain(
    predictionFrame('metadata', { chatId: 'c', question: 'q', sessionId: 's' }),
  )
})

describe.each([
  [true, 'agentFlowEvent INPROGRESS'],
  [false, 'start '],
])('a step that begins again in another process (agent flow: %s)', (isAgentFlow, begin) => {
  const delta = (text: string, path = 'a#0'): RunEvent => ({ type: 'text-delta', path, nodeId: 'a', text })
  const again: RunEvent = { type: 'step-restarted', ...step, nodeLabel: 'A', attempt: 2 }
  const first = isAgentFlow ? [] : ['start ']
  /** The frames in front of those that end the run. */
  const told = (events: RunEvent[]) => {
    const frames = framesOf(isAgentFlow, [...events, end({})])
    return frames.slice(0, frames.length - (isAgentFlow ? 2 : 1))
  }

  test('is not heard twice while it says the same, in whatever pieces', () => {
    const pieces = [delta('One '), delta('two '), again, delta('One tw'), delta('o three'), delta(' four')]
    expect(told(pieces)).toEqual([...first, 'token One ', 'token two ', 'token three', 'token  four'])
  })

  test('that says something else makes the text begin anew, whole', () => {
    const pieces = [delta('One '), delta('two '), again, delta('One '), delta('three'), delta(' four')]
    expect(told(pieces)).toEqual([
      ...first,
      'token One ',
      'token two ',
      begin,
      'token One three',
      'token  four',
    ])
  })

  test('that says less makes the text begin anew at the end', () => {
    expect(told([delta('One '), delta('two'), again, delta('One ')])).toEqual([
      ...first,
      'token One ',
      'token two',
      begin,
      'token One ',
    ])
  })

  test('takes the text of the flow inside it along, and leaves that of the steps before it', () => {
    const before = delta('Before. ', 'b#0')
    const inner = delta('In', 'a#0/f0/x#0')
    const pieces = [before, inner, again, delta('Inside', 'a#0/f0/x#0')]
    expect(told(pieces)).toEqual([...first, 'token Before. ', 'token In', 'token side'])
  })

  test('twice, and with nothing said before', () => {
    const pieces = [again, delta('One '), again, delta('On'), again, delta('One '), delta('two')]
    expect(told(pieces)).toEqual([...first, 'token One ', 'token two'])
  })

  test('is not heard to think twice', () => {
    const thought = (text: string): RunEvent => ({ type: 'reasoning-delta', ...step, text })
    const end: RunEvent = { type: 'reasoning-delta', ...step, text: '', seconds: 2 }
    expect(told([thought('Hm'), again, thought('Hm'), thought('m.'), delta('One')])).toEqual([
      'thinking Hm',
      'thinking m.',
      ...first,
      'token One',
    ])
    const secondThought = [thought('So.'), end]
    const whole = [thought('Hm.'), end, again, thought('Hm.'), end, ...secondThought, delta('One')]
    expect(told(whole)).toEqual([
      'thinking Hm.',
      'thinking ',
      'thinking So.',
      'thinking ',
      ...first,
      'token One',
    ])
  })
})
