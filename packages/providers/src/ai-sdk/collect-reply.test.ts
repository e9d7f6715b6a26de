import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ReasoningPart, TextPart } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { addVendor, makeReply, type ReplyEnd, toPart } from './collect-reply.ts'

const from = { vendor: 'Vendor', modelName: 'm-1', namespace: 'vendor' }
const usage: LanguageModelV4Usage = {
  inputTokens: { total: 100, noCache: 20, cacheRead: 50, cacheWrite: 30 },
  outputTokens: { total: 9, text: 4, reasoning: 5 },
}
const end: ReplyEnd = {
  usage,
  finishReason: { unified: 'stop', raw: 'end_turn' },
  id: 'msg_1',
  modelId: 'm-1',
}

describe('a reply', () => {
  test('tells tokens of the cache and of thinking, and what the vendor says of itself', () => {
    expect(makeReply([{ type: 'text', text: 'Yes' }], end, from)).toEqual({
      parts: [{ type: 'text', text: 'Yes' }],
      usage: {
        inputTokens: 100,
        outputTokens: 9,
        totalTokens: 109,
        cachedInputTokens: 50,
        cacheWriteTokens: 30,
        reasoningTokens: 5,
      },
      finishReason: 'stop',
      metadata: { id: 'msg_1', model_name: 'm-1', finish_reason: 'end_turn' },
    })
  })

  test('keeps thoughts without a text that the vendor wants back, and no other empty part', () => {
    const sealed: ReasoningPart = {
      type: 'reasoning',
      text: '',
      vendor: { anthropic: { redactedData: 'x' } },
    }
    const parts = [sealed, { type: 'reasoning' as const, text: '' }, { type: 'text' as const, text: '' }]
    expect(makeReply(parts, end, from).parts).toEqual([sealed])
  })

  test('that broke off is a fault that may be tried again', () => {
    const cut: ReplyEnd = { ...end, finishReason: { unified: 'interrupted', raw: undefined } }
    expect(() => makeReply([], cut, from)).toThrow(
      expect.objectContaining({ code: 'model_error', retryable: true }),
    )
  })

  test('given by the tool for answers in fields is text', () => {
    const call = { type: 'tool-call' as const, id: 'c', name: 'give_answer', input: { mood: 'good' } }
    expect(makeReply([call], end, from).parts).toEqual([{ type: 'text', text: '{"mood":"good"}' }])
  })
})

describe('a part of a reply', () => {
  test('keeps what the vendor wants back', () => {
    const providerMetadata = { anthropic: { signature: 's', absent: undefined } }
    expect(toPart({ type: 'reasoning', text: 'Hm', providerMetadata }, from)).toEqual({
      type: 'reasoning',
      text: 'Hm',
      vendor: { anthropic: { signature: 's' } },
    })
  })

  test('of a tool has its input as JSON, and none as nothing', () => {
    const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'clock' }
    expect(toPart({ ...call, input: '' }, from)).toMatchObject({ id: 'c', name: 'clock', input: {} })
    expect(() => toPart({ ...call, input: '{"a' }, from)).toThrow('clock')
  })

  test('of the vendor’s own tool is marked as such, its result with it', () => {
    const ids = { toolCallId: 's', toolName: 'web_search' }
    expect(toPart({ type: 'tool-call', ...ids, input: '{}', providerExecuted: true }, from)).toMatchObject({
      builtIn: true,
    })
    expect(toPart({ type: 'tool-result', ...ids, result: [{ url: 'u' }] }, from)).toMatchObject({
      builtIn: true,
      content: { json: [{ url: 'u' }] },
      vendor: { vendor: {} },
    })
  })

  test('that names a source or holds a file is kept, others are not', () => {
    const source = { type: 'source' as const, sourceType: 'url' as const, id: '1', url: 'https://a.example' }
    expect(toPart({ ...source, title: 'A' }, from)).toEqual({
      type: 'source',
      id: '1',
      title: 'A',
      url: 'https://a.example',
    })
    const data = { type: 'data' as const, data: new Uint8Array([1, 2]) }
    expect(toPart({ type: 'file', mediaType: 'image/png', data }, from)).toEqual({
      type: 'file',
      mediaType: 'image/png',
      source: { base64: 'AQI=' },
    })
    expect(toPart({ type: 'custom', kind: 'vendor.other' }, from)).toBeUndefined()
  })
})

describe('what a vendor says of a block later', () => {
  test('counts above what it said before; what it leaves out stays', () => {
    const part: TextPart = { type: 'text', text: '' }
    addVendor(part, { a: { one: 1, two: 2 } })
    addVendor(part, undefined)
    addVendor(part, { a: { two: null, one: 3 }, b: { x: 'y' } })
    expect(part.vendor).toEqual({ a: { one: 3, two: 2 }, b: { x: 'y' } })
  })
})
