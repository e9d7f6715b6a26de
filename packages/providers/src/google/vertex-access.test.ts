import type { ModelRequest } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeVendor } from '../testing/chat-model-case.ts'
import { leadToFake, openCaseModel } from '../testing/open-case-model.fixture.ts'
import { providerContext } from '../testing/provider-context.fixture.ts'
import { openVertexEmbedder } from './open-vertex-embedder.ts'
import { createServiceAccount, vertexCase } from './vertex-case.fixture.ts'

const noSignal = new AbortController().signal
const hello: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] }
const TOKEN = 'ya29.test-token-of-this-file'
const account = createServiceAccount(TOKEN)

let vendor: FakeVendor
beforeEach(async () => {
  vendor = await account.startFake()
})
afterEach(() => vendor.close())
const open = (changes: { values?: Record<string, string>; credential?: Record<string, string> } = {}) =>
  openCaseModel({ ...vertexCase, credential: account.credential }, vendor, changes)

describe('the way into Google Vertex AI', () => {
  test('the key is exchanged at Google, whatever the credential names, and the token is used again', async () => {
    const { credential, startFake } = createServiceAccount('ya29.used-again')
    const fake = await startFake()
    const { model, hosts } = await openCaseModel({ ...vertexCase, credential }, fake)
    await model.generate(hello, noSignal)
    await model.generate(hello, noSignal)
    await fake.close()
    const home = 'europe-west4-aiplatform.googleapis.com'
    expect(hosts).toEqual(['oauth2.googleapis.com', home, home])
  })

  test('a token that was refused is forgotten', async () => {
    const { model, hosts } = await open()
    vendor.respondWith({ status: 401 })
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({ vendorStatus: 401 })
    hosts.length = 0
    await model.generate(hello, noSignal)
    expect(hosts[0]).toBe('oauth2.googleapis.com')
  })

  test('a key that Google does not know is refused as one', async () => {
    const { credential } = createServiceAccount(TOKEN)
    const { model } = await open({ credential })
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({
      vendorStatus: 401,
      retryable: false,
    })
  })

  test('no fault repeats the token or the private key', async () => {
    const key = JSON.parse(account.credential.googleApplicationCredential).private_key
    vendor.respondWith({ status: 400, message: `Bad ${TOKEN} ${key}` })
    const failing = (await open()).model.generate(hello, noSignal)
    await expect(failing).rejects.not.toThrow(TOKEN)
    await expect(failing).rejects.not.toThrow(key)
  })

  test('a credential that names a file is refused with the reason', async () => {
    const credential = { ...account.credential, googleApplicationCredentialFilePath: '/etc/passwd' }
    await expect(open({ credential })).rejects.toThrow('Files of the server are not read')
  })

  test.each([
    ['no JSON', 'holds no service account'],
    ['{"client_email":"a@b.c"}', 'holds no service account'],
  ])('a credential that is no service account says so: %s', async (googleApplicationCredential, said) => {
    await expect(open({ credential: { googleApplicationCredential } })).rejects.toThrow(said)
  })

  test('a private key that is none says so', async () => {
    const broken = { client_email: 'a@b.c', private_key: 'none', project_id: 'my-project' }
    const credential = { googleApplicationCredential: JSON.stringify(broken) }
    const { model } = await open({ credential })
    await expect(model.generate(hello, noSignal)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test.each(['evil.example/', 'us-central1.evil.example'])(
    'what is no region leads nowhere: %s',
    async (region) => {
      await expect(open({ values: { region } })).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test('the project of the credential goes before that of the service account', async () => {
    const { model } = await open({ credential: { ...account.credential, projectID: 'other-project' } })
    await model.generate(hello, noSignal).catch(() => undefined)
    expect(vendor.requests.at(-1)?.path).toContain('/projects/other-project/')
  })

  test('embeddings of Gemini take one text at a time', async () => {
    const values = { modelName: 'gemini-embedding-001' }
    const component = createTestComponent('googlevertexaiEmbeddings', { values })
    const context = { ...providerContext(account.credential), fetch: leadToFake(vendor) }
    expect((await openVertexEmbedder(component, context)).maxTexts).toBe(1)
  })
})
