import { describe, expect, test } from 'vitest'
import { jsonProtocol } from './json-protocol.ts'
import { reactProtocol } from './react-protocol.ts'
import type { TextProtocol } from './text-protocol.ts'
import { xmlProtocol } from './xml-protocol.ts'

const fault = (isPlain: boolean) => ({ fault: expect.any(String), isPlain })
const asked = (tool: string, input: unknown) => ({ tool, input, said: expect.any(String) })

const readings: [protocol: string, TextProtocol, [text: string, reading: object][]][] = [
  [
    'ReAct',
    reactProtocol,
    [
      ['Action: a\nAction Input: b', asked('a', 'b')],
      ['**Action:** a\n**Action Input:** {"n":\n1}\n\nObservation: x', asked('a', '{"n":\n1}')],
      ['action: a\naction input: b', asked('a', 'b')],
      ['Thought: so\nAction: a', asked('a', '')],
      ['Action: a\nAction Input: b\nFinal Answer: c', asked('a', 'b')],
      ['Action: None\nFinal Answer: c', { answer: 'c' }],
      [
        'Thought: x\nFinal Answer: one\nAction: two\nAction Input: three',
        { answer: 'one\nAction: two\nAction Input: three' },
      ],
      ['Final Answer:', { answer: '' }],
      ['Thought: x', fault(false)],
      ['Action:', fault(false)],
      ['My final answer is 7', fault(true)],
      ['', fault(true)],
    ],
  ],
  [
    'JSON',
    jsonProtocol,
    [
      ['{"action": "a", "action_input": {"n": 1}}', asked('a', { n: 1 })],
      ['So:\n```json\n{"action": "a", "action_input": "b"}\n```\nThen', asked('a', 'b')],
      ['{"action": "a"}', asked('a', '')],
      ['{"action": "final answer", "action_input": "```js\\n1\\n```"}', { answer: '```js\n1\n```' }],
      ['{"action": "Final Answer", "action_input": {"n": 1}}', { answer: '{"n":1}' }],
      ['{"action": 7}', fault(false)],
      ['{"action": "Final Answer"}', fault(false)],
      ['{"action": "Final Answer", "action_input": ""}', { answer: '' }],
      ['{"answer": "b"}', fault(false)],
      ['[1]', fault(true)],
      ['{"action": "a", "action_input": "b', fault(false)],
      ['Seven', fault(true)],
    ],
  ],
  [
    'XML',
    xmlProtocol,
    [
      ['<tool>a</tool><tool_input>b</tool_input>', asked('a', 'b')],
      ['<tool>a</tool>\n<tool_input>b < c', asked('a', 'b < c')],
      ['<tool>a\n<tool_input>b</tool_input>', asked('a', 'b')],
      ['<tool>a</tool>', asked('a', '')],
      ['So: <final_answer>b <b>c</b></final_answer> done', { answer: 'b <b>c</b>' }],
      ['<final_answer>b', { answer: 'b' }],
      ['<final_answer>use <tool>a</tool></final_answer>', { answer: 'use <tool>a</tool>' }],
      ['<tool></tool>', fault(false)],
      ['b < c', fault(true)],
    ],
  ],
]

describe.each(readings)('%s', (_name, protocol, cases) => {
  test.each(cases)('%j is read', (text, reading) => {
    expect(protocol.read(text)).toEqual(reading)
  })

  test('names every tool, and reads its own examples', () => {
    const told = protocol.instructions({ described: '- a: b', names: 'a, c' })
    expect(told).toContain('- a: b')
    expect(protocol.read(told)).not.toEqual(fault(true))
  })

  test('a long reply is read without delay', () => {
    for (const piece of ['<tool>', 'Action: ', '\n', '{"action"', '* ', '```']) {
      const start = performance.now()
      protocol.read(piece.repeat(50_000))
      expect(performance.now() - start).toBeLessThan(500)
    }
  })
})
