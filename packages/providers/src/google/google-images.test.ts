import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { drawByGoogle } from './open-google-images.ts'

test.each(['imagen-4.0-generate-001', 'gemini-x/../../secrets', 'gemini-x:deleteModel'])(
  'a name that is none of Gemini’s image models is refused before anybody is called: %s',
  async (modelName) => {
    const component = createTestComponent('googleImages', { values: { modelName } })
    const context = {
      ...providerContext({ googleGenerativeAPIKey: 'k' }),
      fetch: () => expect.fail('called'),
    }
    const { signal } = new AbortController()
    await expect(drawByGoogle(component, context, { prompt: 'A cat', signal })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)
