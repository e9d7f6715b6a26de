import type { Document, RecordPolicy } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { openStore } from './open-store.fixture.ts'
import { qdrantCase } from './qdrant/qdrant.case.fixture.ts'

const page = (source: string, text: string): Document => ({ pageContent: text, metadata: { source } })

function open(
  cleanup: RecordPolicy['cleanup'],
  more: Partial<RecordPolicy> = {},
  first?: ReturnType<typeof openStore>,
) {
  const scene = openStore(qdrantCase, {
    records: { cleanup, namespace: '', sourceIdKey: 'source', ...more },
    ...(first && { respond: (sent) => first.fake.answer(sent) }),
  })
  const give = (...documents: Document[]) => {
    scene.sources.set('source_0', documents)
    return scene.ingest()
  }
  return { scene, give, texts: () => (first ?? scene).texts() }
}

test('without a cleanup what is given no more stays, and nothing is there twice', async () => {
  const { give, texts } = open('none')
  expect(await give(page('a', 'green'), page('b', 'black'))).toMatchObject({ added: 2, known: 0, deleted: 0 })
  expect(await give(page('a', 'bean'), page('b', 'black'))).toMatchObject({ added: 1, known: 1, deleted: 0 })
  expect(texts()).toEqual(['bean', 'black', 'green'])
})

test('an incremental one takes away what came of the same things, and leaves others alone', async () => {
  const { give, texts } = open('incremental')
  await give(page('a', 'green'), page('a', 'coal'), page('b', 'black'))
  expect(await give(page('a', 'bean'), page('a', 'coal'))).toMatchObject({ added: 1, known: 1, deleted: 1 })
  expect(texts()).toEqual(['bean', 'black', 'coal'])
  expect(await give()).toMatchObject({ added: 0, known: 0, deleted: 0 })
  expect(texts()).toEqual(['bean', 'black', 'coal'])
})

test('a full one takes away all of the namespace that is given no more', async () => {
  const { scene, give, texts } = open('full')
  scene.sources.set('source_1', [page('c', 'coal')])
  await give(page('a', 'green'), page('b', 'black'))
  scene.sources.delete('source_1')
  expect(await give(page('b', 'black'))).toMatchObject({ added: 0, known: 1, deleted: 2 })
  expect(texts()).toEqual(['black'])
  expect(await give()).toMatchObject({ added: 0, known: 0, deleted: 1 })
})

test('one namespace knows nothing of another', async () => {
  const { scene, give, texts } = open('full', { namespace: 'one' })
  await give(page('a', 'green'))
  const other = open('full', { namespace: 'two' }, scene)
  expect(await other.give(page('a', 'black'))).toMatchObject({ added: 1, known: 0, deleted: 0 })
  expect(texts()).toEqual(['black', 'green'])
})

test('another cleanup of the same namespace makes no piece twice', async () => {
  const { scene, give, texts } = open('none', { namespace: 'one' })
  await give(page('a', 'green'), page('b', 'black'))
  const later = open('incremental', { namespace: 'one' }, scene)
  await later.give(page('a', 'green'), page('b', 'black'))
  expect(texts()).toEqual(['black', 'green'])
  expect(await later.give(page('a', 'bean'))).toMatchObject({ added: 1, deleted: 1 })
  expect(texts()).toEqual(['bean', 'black'])
})

test('what does not say what it came of is told before anything is written', async () => {
  const { scene, give } = open('incremental', { sourceIdKey: 'file' })
  await expect(give(page('a', 'green'))).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('has no "file" in its metadata'),
  })
  expect(scene.sent).toEqual([])
})

test('files of a chat take nothing away, whatever the cleanup', async () => {
  const { scene, give, texts } = open('full')
  await give(page('a', 'green'), page('b', 'black'))
  scene.sources.clear()
  const chat = { onlyForChat: 'mine', chatId: 'mine' }
  expect(await scene.ingest(chat)).toMatchObject({ added: 0, known: 0, deleted: 0 })
  expect(texts()).toEqual(['black', 'green'])
})
