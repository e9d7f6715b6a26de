import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { makeSnippet, type SnippetCall } from './api-snippets.ts'

const call: SnippetCall = {
  address: 'http://localhost:3000/api/v1/prediction/1',
  body: { question: "What's new?" },
  streamed: false,
  needsKey: false,
}

describe('makeSnippet', () => {
  test('quotes the body for a shell', () => {
    expect(makeSnippet('curl', call)).toContain(String.raw`-d '{"question":"What'\''s new?"}'`)
    expect(makeSnippet('curl', call)).not.toContain('Authorization')
  })

  test('asks for a stream and names the key where one is wanted', () => {
    const streamed = { ...call, streamed: true, needsKey: true }
    for (const language of ['curl', 'javascript', 'python'] as const) {
      const snippet = makeSnippet(language, streamed)
      expect(snippet).toMatch(/"streaming": ?(true|True)/)
      expect(snippet).toContain('Bearer YOUR_API_KEY')
    }
  })

  test('leaves the lines of a stream in Python undecoded, which would be taken for Latin-1', () => {
    const program = makeSnippet('python', { ...call, streamed: true })
    expect(program).toContain('response.iter_lines():')
    expect(program).toContain('line.startswith(b"data:")')
  })

  test('writes the constants of Python', () => {
    const body = { form: { ok: true, none: null, list: [false, 1, 'x'] } }
    expect(makeSnippet('python', { ...call, body })).toContain(
      'json={"form": {"ok": True, "none": None, "list": [False, 1, "x"]}}',
    )
  })

  test('is a program that the language itself accepts', () => {
    for (const streamed of [true, false]) {
      const program = makeSnippet('javascript', { ...call, streamed })
      expect(stripTypeScriptTypes(program)).toBe(program)
    }
  })
})
