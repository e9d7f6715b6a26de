import { expect, test } from 'vitest'
import { readSamlResponse } from './saml.ts'
import { readSamlMetadata } from './saml-provider.ts'

const provider = { entityId: 'https://idp.example', signInUrl: 'https://idp.example/in', certificates: ['x'] }
const service = { entityId: 'https://us.example', callbackUrl: 'https://us.example/callback' }
const open = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'

test.each([
  ['tags', `${open}${'<a/>'.repeat(2_000)}</samlp:Response>`],
  ['tags that never end', `${open}${'<a '.repeat(400)}`],
  ['a tag in a tag', `${open}<a <b/>></samlp:Response>`],
  ['an open end', `${open}<a`],
  ['attributes', `${open}<a ${Array.from({ length: 2_000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
  ['entities', `${open}${'&amp;'.repeat(2_000)}</samlp:Response>`],
  ['depth', open.repeat(1_200)],
])('a response of many %s is refused before anything reads it', async (_what, xml) => {
  const response = Buffer.from(xml).toString('base64')
  await expect(readSamlResponse(provider, service, { response, now: Date.now() })).rejects.toThrow(
    'What the provider sent holds what no assertion needs.',
  )
})

test.each([
  ['long', `<EntityDescriptor>${' '.repeat(300_000)}</EntityDescriptor>`],
  ['deep', '<a>'.repeat(60_000)],
])('metadata that are %s are refused', (_what, xml) => {
  expect(() => readSamlMetadata(xml, 'idp.example')).toThrow('gave no metadata')
})
