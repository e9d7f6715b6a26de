import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { openHuggingFaceEmbedder } from './open-huggingface-embedder.ts'

test('an endpoint of one’s own needs no name of a model and is called as it is written', async () => {
  const called: string[] = []
  const endpoint = 'https://xyz.eu-west-1.aws.endpoints.huggingface.cloud'
  const component = createTestComponent('huggingFaceInferenceEmbeddings', { values: { endpoint } })
  const embedder = await openHuggingFaceEmbedder(component, {
    ...providerContext({ huggingFaceApiKey: 'test-key' }),
    fetch: async (input) => {
      called.push(String(input))
      return Response.json([[1, 0]])
    },
  })
  expect((await embedder.embed(['tea'], new AbortController().signal)).vectors).toEqual([[1, 0]])
  expect(called).toEqual([endpoint])
})
