import { RunnelError } from '@runnel/contract'
import type { StoreAnswer, StoreQuestion, VectorStore } from '@runnel/node-kit'
import { createTestComponent, createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { runVectaraQA } from './run.ts'

const found = ['one', 'two', 'three'].map((pageContent) => ({
  pageContent,
  metadata: { page: pageContent },
  score: 1,
}))

/** The chain on a store that answers so, and what the store was asked. */
async function run(text: string, options: TestStepOptions = {}) {
  const asked: StoreQuestion[] = []
  const store: VectorStore = {
    add: async () => ({ added: 0, known: 0 }),
    ingest: async () => ({ added: 0, known: 0 }),
    search: async () => [],
    answer: async (_component, request): Promise<StoreAnswer> => {
      asked.push(request)
      return { text, found }
    },
  }
  const step = createTestStepContext({
    input: 'Which tea?',
    ...options,
    components: {
      vectaraStore: [createTestComponent('vectara', { label: 'Corpus' }, { vectorStore: store })],
      ...options.components,
    },
  })
  return { ...step, asked, result: runVectaraQA(step.context) }
}

test('gives the answer with its pieces numbered as they come up, and those alone', async () => {
  const { result, shown } = await run('Third [3], first [1], third again [3], and none [9].')
  const { output } = await result
  expect(output.content).toBe('Third [1], first [2], third again [1], and none [9].')
  expect(output.sourceDocuments).toMatchObject([{ pageContent: 'three' }, { pageContent: 'one' }])
  expect(shown).toEqual([output.content])
})

test('asks as its node says, of seven pieces where it says nothing', async () => {
  const values = { summarizerPromptName: 'w', responseLang: 'deu', maxSummarizedResults: '3' }
  const { result, asked } = await run('A.', { values })
  await result
  expect(asked).toEqual([{ query: 'Which tea?', writer: 'w', language: 'deu', mostPieces: 3 }])
  const bare = await run('A.')
  await bare.result
  expect(bare.asked).toMatchObject([{ mostPieces: 7, writer: '', language: '' }])
})

test.each([
  ['has nowhere to look', []],
  [
    'does not answer by itself',
    [
      createTestComponent(
        'store',
        { label: 'Other' },
        {
          vectorStore: {
            add: async () => ({ added: 0, known: 0 }),
            ingest: async () => ({ added: 0, known: 0 }),
            search: async () => [],
          },
        },
      ),
    ],
  ],
])('says that it %s', async (words, vectaraStore) => {
  const { result } = await run('A.', { components: { vectaraStore } })
  await expect(result).rejects.toMatchObject({
    code: 'missing_component',
    message: expect.stringContaining(words),
  })
})

test('answers a question that is refused without asking the store', async () => {
  const moderation = () => Promise.reject(new RunnelError('moderation_refused', 'Not that.'))
  const { result, asked } = await run('A.', {
    components: { inputModeration: [createTestComponent('guard', {}, { moderation })] },
  })
  expect((await result).output).toEqual({ content: 'Not that.' })
  expect(asked).toEqual([])
})
