import { createTestCallContext, createTestComponent, readSentRequest } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { startFakeUpstash } from './fake-upstash.fixture.ts'
import { upstashMemory } from './memory.ts'

const token = 'test-token-of-upstash'

async function keepWith(values: Record<string, string>, answer?: object[]) {
  const fake = startFakeUpstash(token)
  const { call } = createTestCallContext({
    run: { sessionId: 'tea' },
    http: async (request) =>
      answer
        ? { status: 200, headers: {}, body: JSON.stringify(answer) }
        : fake.answer(await readSentRequest(request, { upstashRestToken: token })),
  })
  const component = createTestComponent('upstashRedisBackedChatMemory', {
    values: { baseURL: 'https://tea.upstash.io', ...values },
  })
  await upstashMemory.keep?.(component, [{ role: 'user', content: 'Tea?' }], call)
  return fake.lives
}

test.each([
  [{ sessionTTL: '60' }, [['tea', 60]]],
  [{ sessionTTL: '' }, []],
  [{ sessionTTL: '-1' }, []],
])('a session lives as long as the author says: %j', async (values, lives) => {
  expect([...(await keepWith(values))]).toEqual(lives)
})

test('a command that Redis refuses is told in its words', async () => {
  const answer = [{ error: 'WRONGTYPE Operation against a key holding the wrong kind of value' }]
  await expect(keepWith({}, answer)).rejects.toMatchObject({
    code: 'upstream_error',
    message: expect.stringContaining('refused: WRONGTYPE'),
  })
})
