import { afterEach, expect, test, vi } from 'vitest'
import { beginOidc } from './oidc.ts'

const issuer = 'https://idp.example'
const told = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
}
const begin = (metadata: object) =>
  beginOidc(
    async () => Response.json({ ...told, ...metadata }),
    { issuer, clientId: 'c', clientSecret: 's' },
    'https://us.example/callback',
  )

afterEach(() => vi.restoreAllMocks())

test('of what a provider tells nothing is copied but what is used', async () => {
  const copied = vi.spyOn(globalThis, 'structuredClone')
  const many = Array.from({ length: 20_000 }, () => [])
  const algorithms = ['RS256', ...Array.from({ length: 5_000 }, () => 'x'), {}]
  const { url } = await begin({
    x: many,
    scopes_supported: many,
    userinfo_endpoint: many,
    id_token_signing_alg_values_supported: algorithms,
  })
  expect(url).toMatch(`${issuer}/authorize?`)
  const sizes = copied.mock.calls.map(([value]) => JSON.stringify(value).length)
  expect(sizes.length).toBeGreaterThan(0)
  expect(Math.max(...sizes)).toBeLessThan(2_000)
})

test('what is no metadata is refused', async () => {
  await expect(begin({ issuer: 'https://other.example' })).rejects.toThrow('idp.example')
})
