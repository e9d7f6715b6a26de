import { describe, expect, test } from 'vitest'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { connectEmbeddings, readVectorData } from './connect-embeddings.ts'

const connection = (answer: unknown) => ({
  ...providerContext(),
  baseURL: 'https://vendor.example',
  apiKey: '',
  headers: {},
  credential: {},
  values: {},
  keepSecret: () => undefined,
  fetch: async () => Response.json(answer),
})
const embed = (answer: unknown) =>
  connectEmbeddings({
    name: 'vendor',
    url: ({ baseURL }) => baseURL,
    body: ({ texts }) => ({ texts }),
    read: readVectorData,
  })(connection(answer), 'model').doEmbed({ values: ['tea', 'coal'] })

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
    ['no list', { vectors: [] }],
    ['no object', 'none'],
  ])('%s is a fault, not a wrong vector', async (_what, answer) => {
    await expect(embed(answer)).rejects.toThrow(/^It h/)
  })
})
