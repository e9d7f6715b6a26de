import { describe, expect, test } from 'vitest'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { connectEmbeddings, readVectorData } from './connect-embeddings.ts'

const connection = (answer: unknown, status = 200) => ({
  ...providerContext(),
  baseURL: 'https://vendor.example',
  apiKey: '',
  headers: {},
  credential: {},
  values: {},
  keepSecret: () => undefined,
  fetch: async () => new Response(JSON.stringify(answer), { status }),
})
const embed = (answer: unknown, status?: number) =>
  connectEmbeddings({
    name: 'vendor',
    url: ({ baseURL }) => baseURL,
    body: ({ texts }) => ({ texts }),
    read: readVectorData,
  })(connection(answer, status), 'model').doEmbed({ values: ['tea', 'coal'] })

describe('embeddings of a vendor without a package', () => {
  test('vectors stand in the order of the texts, whatever their order in the answer', async () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ]
    expect((await embed({ data, usage: { total_tokens: 4 } })).embeddings).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test.each([
    ['fewer vectors than texts', { data: [{ index: 0, embedding: [1] }] }],
    [
      'vectors of each word',
      {
        data: [
          { index: 0, embedding: [[1]] },
          { index: 1, embedding: [[1]] },
        ],
      },
    ],
    ['no list', { vectors: [] }],
    ['no object', 'none'],
  ])('%s is a fault, not a wrong vector', async (_what, answer) => {
    await expect(embed(answer)).rejects.toThrow(/^It h/)
  })

  test.each([
    [{ error: 'words' }],
    [{ error: { message: 'words' } }],
    [{ errors: [{ code: 'x', message: 'words' }] }],
    [{ detail: [{ message: 'words' }] }],
    [{ message: 'words' }],
  ])('a refusal’s words are found: %o', async (said) => {
    await expect(embed(said, 400)).rejects.toThrow('words')
  })
})
