import { describe, expect, test } from 'vitest'
import { resolveVariables } from './resolve-variables.ts'
import type { VariableScope } from './variable-scope.ts'

const scope: VariableScope = {
  question: 'What $& is 2+2?',
  form: { name: 'Ann', deep: { list: [1, 2] } },
  webhook: { body: { a: 1 }, headers: { 'x-id': 'h' }, query: {} },
  fileAttachment: 'FILE',
  chatHistory: [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello' },
  ],
  runtimeMessageCount: 3,
  loopCount: 2,
  currentDateTime: '2026-11-21T10:00:00.000Z',
  iteration: { value: { a: { b: 7 } } },
  variables: { city: 'Bern', evil: '{{question}}' },
  flow: { sessionId: 's1', state: { topic: 'math', n: 3 } },
  outputs: new Map([
    ['llmAgentflow_0', { content: 'four', answer: 4, nested: { x: [{ y: true }] }, none: null }],
    ['httpAgentflow_0', { http: { data: { ok: 1 }, status: 200 } }],
    ['injected_0', { content: 'see {{$vars.city}} and {{question}}' }],
  ]),
}

function resolve(text: string, extra: Partial<VariableScope> = {}) {
  return resolveVariables(text, { ...scope, ...extra })
}

describe('references in a text', () => {
  test.each([
    ['Q: {{question}}', 'Q: What $& is 2+2?'],
    ['{{ question }}', 'What $& is 2+2?'],
    ['{{$form.name}}', 'Ann'],
    ['{{$form.deep}}', '{"list":[1,2]}'],
    ['x {{$form.deep.list[1]}}', 'x 2'],
    ['{{$webhook.body.a}}/{{$webhook.headers.x-id}}', '1/h'],
    ['{{file_attachment}}', 'FILE'],
    ['{{chat_history}}', 'user: hi\nassistant: hello'],
    ['{{runtime_messages_length}}', '2'],
    ['{{loop_count}}', '2'],
    ['{{current_date_time}}', '2026-11-21T10:00:00.000Z'],
    ['{{$iteration}}', '{"a":{"b":7}}'],
    ['{{$iteration.a.b}}', '7'],
    ['{{$vars.city}}', 'Bern'],
    ['{{$flow.state.topic}} {{$flow.sessionId}}', 'math s1'],
    ['{{llmAgentflow_0}}!', 'four!'],
    ['{{httpAgentflow_0}}', '{"ok":1}'],
    ['{{llmAgentflow\\_0.output.answer}} it is', '4 it is'],
    ['{{llmAgentflow_0.output.nested.x[0].y}}.', 'true.'],
  ])('%s becomes %s', (text, expected) => {
    expect(resolve(text)).toBe(expected)
  })

  test.each([
    '{{nothing_0}}',
    '{{$vars.unknown}}',
    '{{$form.nope}}',
    '{{llmAgentflow_0.output.nope}}',
    '{{}}',
    '{{ unfinished',
    '{{output}}',
    '{{$vars.__proto__}}',
    '{{$vars.constructor}}',
    '{{llmAgentflow_0.output.constructor.name}}',
    '{{__proto__}}',
    '{{toString}}',
    '{{llmAgentflow_0.output.nested.x.length}}',
  ])('%s stays as it is', (text) => {
    expect(resolve(text)).toBe(text)
  })

  test('a text that is only a reference to an output keeps its type', () => {
    expect(resolve('{{llmAgentflow_0.output.answer}}')).toBe(4)
    expect(resolve(' {{ llmAgentflow_0.output.nested.x[0].y }} ')).toBe(true)
    expect(resolve('{{llmAgentflow_0.output.none}}')).toBeNull()
    expect(resolve('{{httpAgentflow_0.output.http.data}}')).toBe('{"ok":1}')
  })

  test('what was put in is not looked through again', () => {
    expect(resolve('{{injected_0}} {{$vars.evil}}')).toBe('see {{$vars.city}} and {{question}} {{question}}')
  })

  test('a text item is given whole for any path into it', () => {
    expect(resolve('{{$iteration.a}}', { iteration: { value: 'item' } })).toBe('item')
  })

  test('files of the question stand before the whole text that uses it', () => {
    expect(resolve('Answer {{question}}', { uploadedText: '<doc>x</doc>' })).toBe(
      '<doc>x</doc>\n\nAnswer What $& is 2+2?',
    )
    expect(resolve('{{question}}', { uploadedText: '<doc>x</doc>' })).toBe('<doc>x</doc>\n\nWhat $& is 2+2?')
    expect(resolve('Answer', { uploadedText: '<doc>x</doc>' })).toBe('Answer')
  })

  test('own output is there only for state updates', () => {
    const ownOutput = { content: '{"topic":"math","n":1}', usage: { total: 5 } }
    expect(resolve('{{ output }}', { ownOutput })).toBe('{"topic":"math","n":1}')
    expect(resolve('{{output.topic}}', { ownOutput })).toBe('math')
    expect(resolve('{{output.usage.total}}', { ownOutput })).toBe('5')
  })

  test('lists and objects are gone through, other values stay', () => {
    expect(resolveVariables([{ a: '{{$vars.city}}', b: 1, c: null }, true], scope)).toEqual([
      { a: 'Bern', b: 1, c: null },
      true,
    ])
  })

  test('a million braces are no trouble', () => {
    const text = '{{'.repeat(500_000)
    expect(resolve(text)).toBe(text)
  })
})

describe('rich text', () => {
  test('becomes Markdown with the values of its mentions', () => {
    const html =
      '<p>Answer <strong>well</strong>: <span class="variable" data-type="mention" data-id="question" data-label="question">{{ question }}</span></p><ul><li><p>one</p></li><li><p>two &amp; three</p></li></ul>'
    expect(resolve(html)).toBe('Answer **well**: What $& is 2+2?\n\n- one\n- two & three')
  })

  test('a mention alone keeps the type of its output', () => {
    expect(resolve('<p><span data-type="mention" data-id="llmAgentflow_0.output.answer">x</span></p>')).toBe(
      4,
    )
  })

  test('a mention inside plain text is a reference too', () => {
    expect(
      resolve('In <span class="variable" data-type="mention" data-id="$vars.city">{{ $vars.city }}</span>.'),
    ).toBe('In Bern.')
  })

  test('plain text with other tags stays as it is', () => {
    expect(resolve('Use <b>bold</b> & {{$vars.city}}')).toBe('Use <b>bold</b> & Bern')
  })
})
