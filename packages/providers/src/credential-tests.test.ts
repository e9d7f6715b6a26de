import type { CredentialCall, CredentialTest } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'
import { credentialCases } from './credential-cases.fixture.ts'
import { leadToFake } from './testing/open-case-model.fixture.ts'

test('most vendors can be asked whether they take a key, and every other says why not', () => {
  expect(credentialCases.length).toBeGreaterThan(20)
  const types = providerCatalogue.flatMap(({ credentials }) => credentials)
  const wrong = types.filter(({ test: ask, untested }) => (ask === undefined) === (untested === undefined))
  expect(wrong.map(({ name }) => name)).toEqual([])
})

/** Another key of the same form; of a service account another account's. */
function falsify(value: string): string {
  return value.startsWith('{') ? value.replace('flows@', 'other@') : `${value.slice(0, -4)}FALS`
}

describe.each(credentialCases)('a credential $name', ({ test: trial, type, facts }) => {
  // No vendor of models speaks anything but HTTP.
  const ask = trial as CredentialTest<CredentialCall>
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
