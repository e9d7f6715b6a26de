import type { OAuth2Definition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findOAuth2Faults, makeConsentAddress, readEndpoints } from './endpoints.ts'

const LOGIN = 'https://login.vendor.example/{tenant}/oauth2/v2.0'
const definition: OAuth2Definition = {
  authorisationUrl: `${LOGIN}/authorize`,
  tokenUrl: `${LOGIN}/token`,
  tenant: { field: 'tenant', fallback: 'common' },
}

test.each([
  [{}, 'common'],
  [{ tenant: ' contoso.example ' }, 'contoso.example'],
  [{ tenant: '8c3b1f5e-0000-4000-8000-000000000000' }, '8c3b1f5e-0000-4000-8000-000000000000'],
  [{ authorizationUrl: 'https://login.vendor.example/contoso/oauth2/v2.0/authorize' }, 'contoso'],
  [{ authorizationUrl: 'https://evil.example/contoso/oauth2/v2.0/authorize' }, 'common'],
])('the tenant of %j is a piece of the path', (fields, tenant) => {
  expect(readEndpoints(definition, fields as Record<string, string>)).toEqual({
    authorisationUrl: `https://login.vendor.example/${tenant}/oauth2/v2.0/authorize`,
    tokenUrl: `https://login.vendor.example/${tenant}/oauth2/v2.0/token`,
  })
})

test.each([
  '../evil',
  'a/b',
  '..',
  '.',
  '@evil.example',
  'a?b',
  'a#b',
  '%2e%2e',
  'a\\b',
  'a b',
  'a'.repeat(200),
])('a tenant leads to no other host and no other path: %s', (tenant) => {
  expect(() => readEndpoints(definition, { tenant })).toThrow('The tenant of the credential')
  expect(findOAuth2Faults(definition, { tenant })[0]?.path).toBe('plainDataObj.tenant')
})

test('addresses of an imported credential are taken as far as they are the declared ones', () => {
  const url = (host: string, what: string) => `https://${host}/contoso/oauth2/v2.0/${what}`
  const own = 'login.vendor.example'
  const good = { authorizationUrl: url(own, 'authorize'), accessTokenUrl: url(own, 'token') }
  expect(findOAuth2Faults(definition, good)).toEqual([])
  expect(findOAuth2Faults(definition, { ...good, accessTokenUrl: url('evil.example', 'token') })).toEqual([
    {
      path: 'plainDataObj.accessTokenUrl',
      message: 'leave it out: this credential goes to login.vendor.example and nowhere else',
    },
  ])
})

test('no param that a credential adds replaces one of the product', () => {
  const fields = {
    clientId: 'c',
    scope: 'a b',
    additionalParameters: 'state=x&redirect_uri=https://evil.example&hd=d',
  }
  const set = { state: 's', challenge: 'h', redirectUri: 'https://here.example/back' }
  const address = makeConsentAddress(readEndpoints(definition, {}), fields, set)
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    hd: 'd',
    client_id: 'c',
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: 'https://here.example/back',
    scope: 'a b',
    state: 's',
    code_challenge: 'h',
    code_challenge_method: 'S256',
  })
})
