import { expect, test } from 'vitest'
import { type ChatVariableScope, resolveChatVariables } from './resolve-chat-variables.ts'

const scope: ChatVariableScope = {
  question: 'Say "hi"\nnow',
  chatHistory: 'user: a',
  fileAttachment: 'F',
  variables: { city: 'Bern' },
  flow: { sessionId: 's', chatId: 'c' },
  results: new Map<string, string | { a: { b: number } }>([
    ['llmChain_0', 'a "quoted" answer'],
    ['json_0', { a: { b: 5 } }],
    ['text_0', '{"a":[1,2]}'],
  ]),
}

test.each([
  ['{{question}}', 'Say "hi"\nnow'],
  ['Q: {{question}}', 'Q: Say "hi"\nnow'],
  ['{{chat_history}} {{file_attachment}}', 'user: a F'],
  ['{{$vars.city}}/{{$flow.sessionId}}', 'Bern/s'],
  ['{{llmChain_0.data.instance}}', 'a "quoted" answer'],
  ['{{json_0.data.instance}}', { a: { b: 5 } }],
  ['{{json_0.data.instance.a.b}}', 5],
  ['{{text_0.data.instance.a[1]}}', 2],
  ['{{unknown_0.data.instance}}', '{{unknown_0.data.instance}}'],
  ['text {{json_0.data.instance}}', 'text {\\"a\\":{\\"b\\":5}}'],
])('%s', (text, expected) => {
  expect(resolveChatVariables(text, scope)).toEqual(expected)
})

test('what is put into a JSON text leaves it valid JSON', () => {
  const text = '{"text":"{{llmChain_0.data.instance}}","q":"{{question}}","o":"{{json_0.data.instance}}"}'
  const resolved = resolveChatVariables(text, scope)
  expect(JSON.parse(String(resolved))).toEqual({
    text: 'a "quoted" answer',
    q: 'Say "hi"\nnow',
    o: '{"a":{"b":5}}',
  })
})

test('what was put in is not looked through again', () => {
  expect(resolveChatVariables('x {{question}}', { ...scope, question: '{{$vars.city}}' })).toBe(
    'x {{$vars.city}}',
  )
})

test('lists of references become lists of values', () => {
  expect(resolveChatVariables(['{{llmChain_0.data.instance}}', '{{json_0.data.instance}}'], scope)).toEqual([
    'a "quoted" answer',
    { a: { b: 5 } },
  ])
})
