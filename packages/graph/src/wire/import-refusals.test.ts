import { isRunnelError, lineAndColumn, type RunnelError } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { findTestDefinition } from '../testing.ts'
import { importFlow } from './import-flow.ts'
import { findJsonFault } from './parse-json-text.ts'

function refusal(input: unknown): RunnelError {
  try {
    importFlow(input, findTestDefinition)
  } catch (error) {
    if (isRunnelError(error)) return error
    throw error
  }
  throw new Error('the import took it')
}

describe('invalid JSON', () => {
  test.each([
    ['{"nodes": [}', 1, 12],
    ['{\n  "nodes": [],\n  "edges": [],\n}', 4, 1],
    ['{"nodes": [] "edges": []}', 1, 14],
    ['{"nodes": [', 1, 12],
    ['{"nodes": [tru]}', 1, 12],
    ['{"nodes": []} extra', 1, 15],
    ['', 1, 1],
    ['{"a": "unfinished}', 1, 7],
  ])('%j is refused with its place', (text, line, column) => {
    const error = refusal(text)
    expect(error.code).toBe('invalid_json')
    expect(error.message).toContain(`line ${line}, column ${column} `)
  })

  test('inside flowData is refused as well', () => {
    expect(refusal({ flowData: '{"nodes": [' }).code).toBe('invalid_json')
  })

  test('is found without trouble in a long file', () => {
    const text = `[${'"some text with \\"quotes\\"",'.repeat(100_000)}]`
    expect(lineAndColumn(text, findJsonFault(text))).toEqual({ line: 1, column: text.length })
  })
})

describe('a key that an object names twice', () => {
  const flow = (node: string) => `{"nodes":[{${node},"data":{"inputs":{}}}],"edges":[]}`
  test.each([
    [flow('"id":"a","id":"b"'), 'id', 21],
    [flow('"id":"a","\\u0069d":"b"'), 'id', 21],
    ['{"nodes":[],"edges":[],"nodes":[]}', 'nodes', 24],
    ['{"flowData":"{}","x":1,"flowD\\u0061ta":"{}"}', 'flowData', 24],
  ])('%s is refused by its name', (text, key, column) => {
    const error = refusal(text)
    expect(error).toMatchObject({ code: 'invalid_json', message: expect.stringContaining(`"${key}" twice`) })
    expect(error.message).toContain(`line 1, column ${column}`)
    expect(refusal({ flowData: text }).message).toContain(`"${key}" twice`)
  })

  test('is refused behind any depth, and a prototype however it is written', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(refusal(`{"nodes":[],"x":${deep},"nodes":[]}`).message).toContain('"nodes" twice')
    expect(refusal(flow('"__\\u0070roto__":{}')).message).toContain('__proto__')
  })

  test('is found in megabytes of keys and quotes by one look over them', () => {
    const keys = Array.from({ length: 100_000 }, (_, n) => `"key\\u0061\\\\${n}":"\\\\\\":{"`).join()
    expect(() => importFlow(`{"nodes":[],"edges":[],"x":{${keys}}}`, findTestDefinition)).not.toThrow()
    expect(refusal(`{"nodes":[],"edges":[],"x":{${keys},"keya\\\\99999":1}}`).message).toContain('twice')
  })
})

describe('what is no flow', () => {
  test.each([
    [null],
    [[]],
    [5],
    ['[]'],
    [{}],
    [{ nodes: {} }],
    [{ nodes: [], edges: {} }],
    [{ nodes: [1] }],
    [{ nodes: [], edges: [null] }],
  ])('%j is refused', (input) => {
    expect(refusal(input).code).toBe('invalid_flow')
  })
})

describe('what is too large', () => {
  test('100,000 nodes are refused with both numbers', () => {
    const error = refusal({ nodes: Array.from({ length: 100_000 }, () => ({})), edges: [] })
    expect(error.code).toBe('invalid_flow')
    expect(error.message).toContain('100000')
    expect(error.message).toContain('20000')
  })

  test('a text beyond 50 million characters is refused unread', () => {
    expect(refusal(' '.repeat(50_000_001)).code).toBe('body_too_large')
  })

  test('values that nest too deep are refused', () => {
    let inputs: unknown = 1
    for (let depth = 0; depth < 100; depth += 1) inputs = { inner: inputs }
    expect(refusal({ nodes: [{ id: 'a', data: { inputs } }] }).message).toContain('deeper than 60')
  })

  test('a text that nests 100,000 levels is refused', () => {
    const text = `{"nodes":[],"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(refusal(text).code).toBe('invalid_flow')
  })
})
