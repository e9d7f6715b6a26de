import type { HttpReply } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent, readSentRequest } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { refuseFlagged } from './moderation.ts'

const KEY = 'sk-test-key-of-openai'

/** OpenAI's moderation: flags what speaks of fights. */
async function answer(sent: Awaited<ReturnType<typeof readSentRequest>>): Promise<HttpReply> {
  const json = (status: number, body: object) => ({ status, headers: {}, body: JSON.stringify(body) })
  if (sent.headers.authorization !== `Bearer ${KEY}`) return json(401, { error: { message: `No ${KEY}` } })
  const { input, model } = sent.body as { input?: unknown; model?: unknown }
  if (sent.method !== 'POST' || typeof input !== 'string' || model === undefined)
    return json(400, { error: { message: 'input is a required property' } })
  return json(200, { id: 'modr-1', model, results: [{ flagged: input.includes('fight'), categories: {} }] })
}

async function moderate(
  text: string,
  {
    key = KEY,
    values = {},
    respond = answer,
  }: { key?: string; values?: Record<string, string>; respond?: typeof answer } = {},
) {
  const sent: Awaited<ReturnType<typeof readSentRequest>>[] = []
  const { call, http } = createTestCallContext({
    http: async (request) => {
      const seen = await readSentRequest(request, { openAIApiKey: key })
      sent.push(seen)
      return respond(seen)
    },
  })
  const component = createTestComponent('inputModerationOpenAI', { label: 'OpenAI Moderation', values })
  return { sent, http, result: refuseFlagged(component, text, call) }
}

test('a text that is not flagged goes on as it is', async () => {
  const { sent, http, result } = await moderate('Good day.')
  expect(await result).toBe('Good day.')
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST https://api.openai.com/v1/moderations',
  ])
  expect(JSON.stringify(http.map(({ authorise: _authorise, ...told }) => told))).not.toContain(KEY)
  expect(http[0]?.effects).toBe('read')
})

test('a flagged one is refused with the message of the author', async () => {
  const own = await moderate('Let us fight', { values: { moderationErrorMessage: 'No.' } })
  await expect(own.result).rejects.toMatchObject({ code: 'moderation_refused', message: 'No.' })
  const plain = await moderate('Let us fight', { values: { moderationErrorMessage: '' } })
  await expect(plain.result).rejects.toThrow('Cannot Process!')
})

test.each([
  ['a wrong key', { key: 'sk-other' }, 'status 401'],
  ['no key', { key: ' ' }, 'has no key'],
  ['a fault', { respond: async () => ({ status: 500, headers: {}, body: '<html>' }) }, 'status 500'],
  [
    'nonsense',
    { respond: async () => ({ status: 200, headers: {}, body: '{"results": [7]}' }) },
    'cannot be read',
  ],
  ['no verdict', { respond: async () => ({ status: 200, headers: {}, body: '{}' }) }, 'cannot be read'],
])('nothing goes on after %s', async (_what, changes, says) => {
  const { result } = await moderate('Good day.', changes)
  await expect(result).rejects.toThrow(says)
  await expect(result).rejects.not.toMatchObject({ code: 'moderation_refused' })
})
