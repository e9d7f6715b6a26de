import { createTestComponent } from '@runnel/node-kit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { drawByAzure } from './open-azure-images.ts'

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'k', keyHeader: 'api-key' })
})
afterAll(() => vendor.close())

/** What the deployment was asked; what is drawn or refused says nothing of it. */
async function askedOf(values: object) {
  const component = createTestComponent('azureOpenAIImages', {
    values: { basepath: `${vendor.baseURL}/openai`, ...values },
  })
  const fields = {
    azureOpenAIApiKey: 'k',
    azureOpenAIApiInstanceName: 'my-instance',
    azureOpenAIApiDeploymentName: 'gpt-image-1',
  }
  const { signal } = new AbortController()
  await drawByAzure(component, providerContext(fields), { prompt: 'A cat', signal }).catch(
    (error: unknown) => {
      if ((error as { code?: string }).code !== 'model_error') throw error
    },
  )
  return vendor.requests.at(-1)
}

test('the deployment of the node draws, else that of the credential', async () => {
  expect((await askedOf({ deployment: 'pictures' }))?.path).toContain(
    '/deployments/pictures/images/generations',
  )
  expect((await askedOf({}))?.path).toContain('/deployments/gpt-image-1/images/generations')
})

test('only a deployment of DALL·E is asked in which form its picture is to come', async () => {
  expect((await askedOf({ deployment: 'pictures' }))?.body).not.toHaveProperty('response_format')
  expect((await askedOf({ deployment: 'my-Dalle-3' }))?.body).toMatchObject({ response_format: 'b64_json' })
  expect((await askedOf({ deployment: 'dall-e-3' }))?.body).toMatchObject({ response_format: 'b64_json' })
})

test.each(['..', 'a/../b', 'a?b', ''.padEnd(65, 'a')])('%j is no deployment', async (deployment) => {
  await expect(askedOf({ deployment })).rejects.toMatchObject({ code: 'invalid_input' })
})
