import { expect, test } from 'vitest'
import { describeReply } from './reply-output.ts'

test('what a vendor found on the web is shown as documents, each once', () => {
  const source = { type: 'source' as const, id: '1', url: 'https://a.example', title: 'A' }
  const reply = {
    parts: [source, { ...source, id: '2' }, { type: 'source' as const, id: '3', title: 'A book' }],
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    finishReason: 'stop' as const,
    time: { start: 0, end: 1, delta: 1 },
  }
  expect(describeReply(reply, 'Yes').sourceDocuments).toEqual([
    { pageContent: 'A', metadata: { title: 'A', source: 'https://a.example' } },
    { pageContent: 'A book', metadata: { title: 'A book' } },
  ])
  expect(describeReply({ ...reply, parts: [] }, 'Yes')).not.toHaveProperty('sourceDocuments')
})
