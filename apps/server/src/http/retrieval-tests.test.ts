import type { RetrievalQuestion, RetrievalTest, RetrievalTestWithQuestions } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LINES } from '../testing/store-flow.ts'
import { type StoreServer, startStoreServer } from '../testing/store-scene.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const [GREEN = '', BLACK = ''] = LINES

describe.each(databaseKinds)('the test questions of a document store, on %s', (kind) => {
  let running: StoreServer
  beforeAll(async () => {
    running = await startStoreServer(kind)
  })
  afterAll(() => running.stop())

  const questionsOf = (storeId: string) => `/document-store/questions/${storeId}`
  const testsOf = (storeId: string) => `/document-store/tests/${storeId}`
  const add = (storeId: string, question: string, ...passages: object[]) =>
    running.caller.expect<RetrievalQuestion>(200, 'POST', questionsOf(storeId), { question, passages })

  /** A store that answers, with two questions. */
  async function makeAsked() {
    const { storeId, loaderId } = await running.scene.makeFilled()
    await running.scene.insert(storeId)
    await add(storeId, 'How hot is green tea steeped?', { text: GREEN, loaderId })
    await add(storeId, 'What does black tea want?', { text: BLACK, loaderId })
    return { storeId, loaderId }
  }

  async function run(storeId: string, variants: object[] = [], caller: TestCaller = running.caller) {
    const { jobId } = await caller.expect<{ jobId: string }>(200, 'POST', testsOf(storeId), { variants })
    const read = () => caller.expect<RetrievalTestWithQuestions>(200, 'GET', `${testsOf(storeId)}/${jobId}`)
    await expect.poll(async () => (await read()).status).not.toBe('running')
    return read()
  }

  test('are kept, changed and deleted', async () => {
    const { storeId, loaderId } = await running.scene.makeFilled()
    const kept = await add(storeId, ' How hot? ', { text: 'seventy degrees' })
    expect(kept).toMatchObject({ storeId, question: 'How hot?', passages: [{ text: 'seventy degrees' }] })
    const path = `${questionsOf(storeId)}/${kept.id}`
    const passages = [{ text: GREEN, loaderId }]
    expect(await running.caller.expect(200, 'PUT', path, { passages })).toMatchObject({
      question: 'How hot?',
      passages,
    })
    expect(await running.caller.expect(200, 'GET', questionsOf(storeId))).toHaveLength(1)
    await running.caller.expect(200, 'DELETE', path)
    await running.caller.expect(404, 'DELETE', path)
    expect(await running.caller.expect(200, 'GET', questionsOf(storeId))).toEqual([])
    await running.caller.expect(400, 'POST', questionsOf(storeId), { question: 'Why?', passages: [] })
    const foreign = { question: 'Why?', passages: [{ text: 'x', loaderId: storeId }] }
    await running.caller.expect(400, 'POST', questionsOf(storeId), foreign)
  })

  test('are asked as the store is set and with other settings, and measured side by side', async () => {
    const { storeId } = await makeAsked()
    await add(storeId, 'What about cocoa?', { text: 'Cocoa likes milk' })
    const done = await run(storeId, [
      { name: 'Three', k: 3 },
      { name: 'Words', inputs: { searchType: 'words' } },
      { name: 'Strict', k: 3, threshold: 1 },
    ])
    expect(done).toMatchObject({ status: 'done', error: null, done: 3, total: 3, changed: [] })
    const [asSet, three, words, strict] = done.variants
    expect(asSet).toMatchObject({ name: '', k: 1, inputs: {}, threshold: null, reranker: null })
    expect(asSet?.figures).toMatchObject({
      recall: expect.closeTo(2 / 3),
      precision: expect.closeTo(2 / 3),
      mrr: expect.closeTo(2 / 3),
      ndcg: expect.closeTo(2 / 3),
    })
    expect(three).toMatchObject({ name: 'Three', k: 3 })
    expect(three?.figures).toMatchObject({ recall: expect.closeTo(2 / 3), precision: expect.closeTo(2 / 9) })
    expect(words?.inputs).toEqual({ searchType: 'words' })
    expect(words?.figures?.recall).toBeCloseTo(2 / 3)
    expect(strict).toMatchObject({ threshold: 1, figures: { recall: 0, precision: 0 } })
    expect(done.questions.map(({ question }) => question)).toEqual([
      'How hot is green tea steeped?',
      'What does black tea want?',
      'What about cocoa?',
    ])
    expect(done.questions.map(({ results }) => results[1]?.ranks)).toEqual([[1], [1], [0]])
    expect(done.questions[0]?.results[1]).toMatchObject({ found: 3, hits: 1 })
  })

  test('show before and after a change, and a passage is known when it was cut otherwise', async () => {
    const { storeId, loaderId } = await makeAsked()
    const first = await run(storeId)
    const { splitterConfig, ...loader } = running.scene.lines()
    const whole = { ...loader, splitterConfig: { ...splitterConfig, chunkSize: 1_000 } }
    await running.scene.save(storeId, { ...whole, id: loaderId })
    await running.scene.process(storeId, loaderId)
    await running.scene.insert(storeId)
    const after = await run(storeId)
    expect(after.changed).toEqual([expect.stringMatching(/: Chunk Size$/)])
    expect(after.variants[0]?.figures?.recall).toBe(1)
    expect(after.change).toMatchObject({ recall: 0, ndcg: 0 })
    await add(storeId, 'What about cocoa?', { text: 'Cocoa likes milk' })
    const more = await run(storeId)
    expect(more.variants[0]?.figures?.recall).toBeCloseTo(2 / 3)
    expect(more.change).toMatchObject({ recall: 0 })
    const runs = await running.caller.expect<RetrievalTest[]>(200, 'GET', testsOf(storeId))
    expect(runs.map(({ id }) => id)).toEqual([more.id, after.id, first.id])
    expect(runs[2]?.change).toBeNull()
    await running.caller.expect(200, 'DELETE', `${testsOf(storeId)}/${after.id}`)
    await running.caller.expect(404, 'GET', `${testsOf(storeId)}/${after.id}`)
  })

  test('are refused where they cannot be asked, and the field is named', async () => {
    const { storeId } = await running.scene.makeFilled()
    await running.caller.expect(400, 'POST', testsOf(storeId), {})
    await running.scene.insert(storeId)
    await running.caller.expect(400, 'POST', testsOf(storeId), {})
    await add(storeId, 'How hot?', { text: GREEN })
    const refused = async (variant: object) => {
      const { status, body } = await running.caller.call<{ issues?: { path: string }[] }>(
        'POST',
        testsOf(storeId),
        { variants: [{}, variant] },
      )
      return [status, body.issues?.[0]?.path]
    }
    expect(await refused({ inputs: { basePath: '/etc' } })).toEqual([400, 'variants.1.inputs.basePath'])
    expect(await refused({ reranker: { name: 'chatOpenAI', config: {} } })).toEqual([
      400,
      'variants.1.reranker',
    ])
    expect(await refused({ k: 0 })).toEqual([400, expect.stringContaining('variants')])
    await running.caller.expect(404, 'GET', `${testsOf(storeId)}/${storeId}`)
  })

  test('a run is stopped, and what it did stays', async () => {
    const { storeId } = await makeAsked()
    const { jobId } = await running.caller.expect<{ jobId: string }>(200, 'POST', testsOf(storeId), {})
    const path = `${testsOf(storeId)}/${jobId}`
    await running.caller.expect(200, 'PUT', `${path}/stop`)
    const read = () => running.caller.expect<RetrievalTest>(200, 'GET', path)
    await expect.poll(async () => (await read()).status).not.toBe('running')
    expect(['stopped', 'done']).toContain((await read()).status)
    expect(await running.caller.expect(200, 'PUT', `${path}/stop`)).toEqual({ stopped: 0 })
  })

  test('of a document with a tag are not there for those who may not read it', async () => {
    const { storeId, loaderId } = await makeAsked()
    const open = await running.scene.save(storeId, running.scene.lines('Cocoa likes milk.'))
    await running.scene.process(storeId, open.id)
    await running.caller.expect(200, 'PUT', `/document-store/loader/${storeId}/${loaderId}/tags`, {
      tags: ['hr'],
    })
    await running.scene.insert(storeId)
    await add(storeId, 'What does cocoa like?', { text: 'Cocoa likes milk.', loaderId: open.id })
    const all = await run(storeId)
    expect(all).toMatchObject({ done: 3, total: 3 })
    const other = await running.server.withKey(['documentStores:view', 'documentStores:update'])
    expect(await other.expect(200, 'GET', questionsOf(storeId))).toHaveLength(1)
    const seen = await other.expect<RetrievalTestWithQuestions>(200, 'GET', `${testsOf(storeId)}/${all.id}`)
    expect(seen).toMatchObject({ done: 1, total: 1, variants: [{ figures: { recall: 1 } }] })
    expect(JSON.stringify(seen)).not.toMatch(/green|black/i)
    const hidden = await running.caller.expect<RetrievalQuestion[]>(200, 'GET', questionsOf(storeId))
    const path = `${questionsOf(storeId)}/${hidden[0]?.id}`
    await other.expect(404, 'PUT', path, { question: 'x' })
    await other.expect(404, 'DELETE', path)
    const marked = { question: 'x', passages: [{ text: GREEN, loaderId }] }
    await other.expect(400, 'POST', questionsOf(storeId), marked)
    await other.expect(200, 'POST', questionsOf(storeId), { question: 'Green?', passages: [{ text: GREEN }] })
    const own = await run(storeId, [{ k: 9 }], other)
    expect(own.questions.map(({ results }) => results[1]?.ranks)).toEqual([[1], [0]])
  })

  test('tell nobody whether words that they guess stand in a document with a tag', async () => {
    const { storeId, loaderId } = await makeAsked()
    const open = await running.scene.save(storeId, running.scene.lines('Cocoa likes milk.'))
    await running.scene.process(storeId, open.id)
    const path = `/document-store/loader/${storeId}/${loaderId}/tags`
    await running.caller.expect(200, 'PUT', path, { tags: ['hr'] })
    await running.scene.insert(storeId)
    const other = await running.server.withKey(['documentStores:view', 'documentStores:update'])
    for (const named of [{}, { loaderId: open.id }])
      for (const text of [GREEN, 'never written anywhere'])
        await other.expect(200, 'POST', questionsOf(storeId), {
          question: 'How hot is green tea steeped?',
          passages: [{ text, ...named }],
        })
    const all = await run(storeId, [{ k: 9 }])
    expect(all.questions.map(({ results }) => results[1]?.ranks[0])).toEqual([
      1,
      expect.any(Number),
      1,
      0,
      1,
      0,
    ])
    const seen = await other.expect<RetrievalTestWithQuestions>(200, 'GET', `${testsOf(storeId)}/${all.id}`)
    expect(seen).toMatchObject({ done: 0, questions: [], variants: [{ figures: null }, { figures: null }] })
    const own = await run(storeId, [{ k: 9 }], other)
    expect(own.questions.map(({ results }) => results[1]?.ranks)).toEqual([[0], [0], [0], [0]])
  })

  test('are looked at and run by those who may query, and changed by those who may change the store', async () => {
    const { storeId } = await makeAsked()
    const viewer = await running.server.withKey(['documentStores:view'])
    expect((await run(storeId, [], viewer)).status).toBe('done')
    await viewer.expect(403, 'POST', questionsOf(storeId), { question: 'x', passages: [{ text: 'y' }] })
    const none = await running.server.withKey(['chatflows:view'])
    await none.expect(403, 'GET', questionsOf(storeId))
    await none.expect(403, 'POST', testsOf(storeId), {})
  })
})
