import type { JsonObject } from '@runnel/contract'
import type { HttpReply } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { retrieveFromKnowledgeBase } from './retriever.ts'

const SECRET = 'test-secret-of-aws'
const keys = { awsKey: 'AKIDTESTTESTTEST', awsSecret: SECRET }
const answer = (body: unknown, status = 200): HttpReply => ({
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** What a knowledge base answers: two pieces, and one that is a picture. */
const found = {
  retrievalResults: [
    { content: { text: 'black' }, score: 0.4, location: { type: 'WEB' }, metadata: { year: 2025 } },
    { content: { text: 'green' }, score: 0.9, location: { s3Location: { uri: 's3://tea/green.pdf' } } },
    { content: { byteContent: 'AAAA' }, score: 0.7 },
  ],
}

async function find(values: JsonObject, { reply = answer(found), request = {} } = {}) {
  const sent: SentRequest[] = []
  const journaled: string[] = []
  const { call } = createTestCallContext({
    http: async (made) => {
      const { authorise: _authorise, ...told } = made
      journaled.push(JSON.stringify(told))
      sent.push(await readSentRequest(made, keys))
      return reply
    },
  })
  const component = createTestComponent('awsBedrockKBRetriever', {
    label: 'Knowledge',
    values: { region: 'eu-central-1', knoledgeBaseID: 'TEA7', ...values },
  })
  const documents = await retrieveFromKnowledgeBase(component, { query: 'tea', ...request }, call)
  return { documents, sent, journaled: journaled.join('') }
}

test('gives the pieces of text, best first, with where they stand', async () => {
  const { documents, sent, journaled } = await find({})
  expect(documents).toEqual([
    { pageContent: 'green', score: 0.9, metadata: { source: 's3://tea/green.pdf' } },
    { pageContent: 'black', score: 0.4, metadata: { year: 2025 } },
  ])
  const [request] = sent
  expect(request?.url.href).toBe(
    'https://bedrock-agent-runtime.eu-central-1.amazonaws.com/knowledgebases/TEA7/retrieve',
  )
  expect(request?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDTESTTESTTEST\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
  )
  expect(request?.body).toEqual({
    retrievalQuery: { text: 'tea' },
    retrievalConfiguration: { vectorSearchConfiguration: { numberOfResults: 5 } },
  })
  expect(journaled).not.toContain(SECRET)
})

test('is asked as the author and who asks want it', async () => {
  const own = { equals: { key: 'year', value: 2026 } }
  const { sent } = await find(
    { topK: '7', searchType: 'HYBRID', filter: JSON.stringify(own) },
    { request: { limit: 2, filter: { owner: 'ada' } } },
  )
  expect(sent[0]?.body).toMatchObject({
    retrievalConfiguration: {
      vectorSearchConfiguration: {
        numberOfResults: 2,
        overrideSearchType: 'HYBRID',
        filter: { andAll: [own, { equals: { key: 'owner', value: 'ada' } }] },
      },
    },
  })
})

test.each<[JsonObject, string]>([
  [{ knoledgeBaseID: '' }, 'knoledgeBaseID'],
  [{ knoledgeBaseID: '../x' }, 'knoledgeBaseID'],
  [{ region: 'evil.example/' }, 'is no region'],
  [{ filter: '[1]' }, 'filter must be a JSON object'],
  [{ filter: 'year = 5' }, 'filter must be a JSON object'],
])('what is filled in wrongly is named, before anybody is asked: %j', async (values, says) => {
  await expect(find(values)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(says),
  })
})

test.each<[HttpReply, string]>([
  [answer({ message: 'no' }, 403), 'status 403'],
  [answer('', 429), 'status 429'],
  [answer('<html>', 500), 'status 500'],
  [answer('<html>'), 'cannot be read'],
  [answer({}), 'cannot be read'],
])('an answer that is none is told in plain words: %j', async (reply, says) => {
  await expect(find({}, { reply })).rejects.toMatchObject({
    code: 'upstream_error',
    message: expect.stringContaining(says),
  })
})
