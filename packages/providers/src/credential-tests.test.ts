import type { CredentialCall } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { credentialCases } from './credential-cases.fixture.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'

/** Types that hold nothing which says whom to ask, or whose vendor tells nobody whether it takes a key. */
const UNTESTED = ['nvidiaNIMApi', 'sambanovaApi', 'litellmApi', 'localAIApi', 'lmStudioApi', 'ollamaApi']

test('most vendors can be asked whether they take a key', () => {
  const names = credentialCases.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names).toEqual(expect.not.arrayContaining(UNTESTED))
})

/** Another key of the same form; of a service account another account's. */
function falsify(value: string): string {
  return value.startsWith('{') ? value.replace('flows@', 'other@') : `${value.slice(0, -4)}FALS`
}

describe.each(credentialCases)('a credential $name', ({ test: ask, type, facts }) => {
  const { credential = {}, account = {}, startFake } = facts ?? {}
  const fields = { ...credential, ...account }

  async function send(call: CredentialCall | undefined, hosts: string[] = []) {
    if (!startFake) throw new Error('There is no case whose fake could be asked.')
    const fake = await startFake()
    try {
      const { url, ...init } = call ?? { url: '' }
      return await leadToFake(fake, hosts)(url, init)
    } finally {
      await fake.close()
    }
  }

  test('that works is taken, over TLS, by the server that it is for', async () => {
    const call = await ask(fields, Date.now())
    expect(call?.url).toMatch(/^https:/)
    const response = await send(call)
    expect({ status: response.status, body: response.ok || (await response.text()) }).toEqual({
      status: 200,
      body: true,
    })
  })

  test.each(Object.keys(credential))('is refused where its %s is another', async (field) => {
    const wrong = falsify(credential[field] ?? '')
    const asked = Promise.resolve().then(() => ask({ ...fields, [field]: wrong }, Date.now()))
    const response = await asked.then((call) => send(call)).catch(String)
    if (typeof response === 'string') return expect(response).toContain('credential')
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test('shows its secrets nowhere in the address', async () => {
    const { url = '' } = (await ask(fields, Date.now())) ?? {}
    for (const secret of Object.values(credential)) expect(url).not.toContain(encodeURIComponent(secret))
  })

  test('without anything in it names nobody else', async () => {
    const empty = Object.fromEntries(type.inputs.map(({ name }) => [name, '']))
    const [full, bare] = await Promise.all([ask(fields, 0), ask(empty, 0)])
    if (bare) expect(new URL(bare.url).host).toBe(new URL(full?.url ?? '').host)
  })
})
