import { hash } from 'node:crypto'
import type { JsonObject } from '@runnel/contract'
import type { FileContent, HttpReply, HttpRequest } from '@runnel/node-kit'
import {
  createTestCallContext,
  createTestComponent,
  readSentRequest,
  type SentRequest,
} from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { readPath } from './read-answers.ts'
import { startFakeVectara, VECTARA_LOGIN } from './vectara/vectara.case.fixture.ts'
import { vectaraVectorStore } from './vectara/vector-store.ts'
import { retrieveFromUploads, vectaraUploads } from './vectara-upload/vector-store.ts'

const TEA = ['green green tea', 'green black tea', 'black tea', 'bean']
const fileOf = (name: string, text: string) => `data:text/plain;base64,${btoa(text)},filename:${name}`

const nameless = (): FileContent => ({ name: 'file', mediaType: 'text/plain', bytes: new Uint8Array([1]) })

/** A call over this network, which reads files and tells contents apart. */
function openCall(http: (request: HttpRequest) => Promise<HttpReply>) {
  const { call } = createTestCallContext({ http, file: nameless })
  return { ...call, hash: (value: unknown) => hash('sha256', JSON.stringify(value)) }
}

/** A node on a corpus of these texts. */
async function openCorpus(values: JsonObject = {}, login: Partial<typeof VECTARA_LOGIN> = {}) {
  const fake = startFakeVectara()
  const sent: SentRequest[] = []
  const call = openCall(async (request) => {
    const seen = await readSentRequest(request, { ...VECTARA_LOGIN, ...login })
    sent.push(seen)
    return fake.answer(seen)
  })
  const component = (now: JsonObject = values) =>
    createTestComponent('vectara', { label: 'Corpus', values: now })
  const fill = () =>
    vectaraVectorStore.add(
      component(),
      TEA.map((pageContent, page) => ({ pageContent, metadata: { page, topic: 'tea' } })),
      call,
    )
  const lastAsked = () => readPath(sent.at(-1)?.body, 'search')
  return { fake, sent, call, component, fill, lastAsked }
}

const asks = { query: 'green', writer: 'vectara-summary-ext-v1.2.0', mostPieces: 2, language: 'deu' }

test('answers by itself, with the pieces that it found, in the language that is wanted', async () => {
  const { fill, component, call, sent } = await openCorpus()
  await fill()
  const answer = await vectaraVectorStore.answer?.(component(), asks, call)
  expect(answer?.text).toBe('green black tea [2]; green green tea [1]')
  expect(answer?.found.map(({ pageContent }) => pageContent)).toEqual(TEA)
  expect(answer?.found[0]?.metadata).toEqual({ lang: 'eng', section: 1, page: 0, topic: 'tea' })
  expect(sent.at(-1)?.body).toMatchObject({
    stream_response: false,
    search: { limit: 5, lexical_interpolation: 0.025 },
    generation: {
      generation_preset_name: 'vectara-summary-ext-v1.2.0',
      response_language: 'deu',
      max_used_search_results: 2,
    },
  })
})

test('asks as its node says', async () => {
  const values = { sentencesBefore: 0, sentencesAfter: '3', lambda: '0.2', topK: '1', mmrDiversityBias: 0.4 }
  const { fill, component, call, lastAsked } = await openCorpus(values)
  await fill()
  const found = await vectaraVectorStore.search(component(), { query: 'green', limit: 1 }, call)
  expect(found).toHaveLength(1)
  expect(lastAsked()).toMatchObject({
    limit: 50,
    lexical_interpolation: 0.2,
    context_configuration: { sentences_before: 0, sentences_after: 3 },
    reranker: { type: 'mmr', diversity_bias: 0.4 },
  })
  await vectaraVectorStore.search(component({ mmrDiversityBias: 1, mmrK: 7 }), { query: 'x', limit: 1 }, call)
  expect(lastAsked()).toMatchObject({ limit: 7 })
})

test.each([
  ['gone', 'knows no such corpus, or no such summarizer'],
  ['', 'wrote no answer'],
])('says what to do where no answer comes (%s)', async (writer, says) => {
  const { fill, component, call, fake } = await openCorpus()
  await fill()
  const silent = openCall(async () => ({ status: 200, headers: {}, body: '{"search_results":[]}' }))
  const told = vectaraVectorStore.answer?.(component(), { ...asks, writer }, writer === '' ? silent : call)
  await expect(told).rejects.toMatchObject({ code: 'upstream_error', message: expect.stringContaining(says) })
  expect(fake.records()).toHaveLength(TEA.length)
})

test.each(['', '3, 8', '../x'])('a credential that names no corpus (%s) asks nobody', async (corpusID) => {
  const { component, call, sent } = await openCorpus({}, { corpusID })
  const told = vectaraVectorStore.search(component(), { query: 'green', limit: 1 }, call)
  await expect(told).rejects.toMatchObject({ code: 'missing_credential' })
  expect(sent).toEqual([])
})

test('a corpus that is not there is told', async () => {
  const { component, call } = await openCorpus({}, { corpusID: 'gone' })
  const told = vectaraVectorStore.search(component(), { query: 'green', limit: 1 }, call)
  await expect(told).rejects.toThrow('knows no such corpus. Check the key')
})

test('a key that may not list stores all the same, and takes nothing away', async () => {
  const { component, fake } = await openCorpus()
  const call = openCall(async (request) => {
    const seen = await readSentRequest(request, VECTARA_LOGIN)
    return seen.method === 'GET' ? { status: 403, headers: {}, body: '{}' } : fake.answer(seen)
  })
  const piece = [{ pageContent: 'green', metadata: {} }]
  for (const _twice of [1, 2])
    expect(await vectaraVectorStore.add(component(), piece, call)).toMatchObject({ added: 1 })
  expect(fake.records()).toHaveLength(1)
})

test('files are uploaded once, and those that the node names no more are taken away', async () => {
  const { component, call, fake, sent } = await openCorpus()
  const both = { file: JSON.stringify([fileOf('a.txt', 'green'), fileOf('b b.txt', 'black')]) }
  expect(await vectaraUploads.ingest(component(both), call)).toMatchObject({ added: 2, known: 0, deleted: 0 })
  expect(await vectaraUploads.ingest(component(both), call)).toMatchObject({ added: 0, known: 2, deleted: 0 })
  const names = fake.records().map(({ id }) => id)
  expect(names).toEqual([expect.stringMatching(/^\w{1,24}-a\.txt$/), expect.stringMatching(/-b_b\.txt$/)])
  const upload = sent.find(({ url }) => url.pathname.endsWith('/upload_file'))
  const metadata = JSON.parse(String(readPath(upload?.body, 'metadata', 0)))
  expect(metadata).toMatchObject({ title: 'a.txt' })
  const one = { file: fileOf('a.txt', 'green') }
  expect(await vectaraUploads.ingest(component(one), call)).toMatchObject({ added: 0, known: 1, deleted: 1 })
  expect(await retrieveFromUploads(component(one), { query: 'green' }, call)).toHaveLength(1)
})
