import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createSaml } from './create-saml.ts'
import { readSamlMetadata, splitCertificates } from './saml-provider.ts'
import { OTHER_SAML_CERTIFICATE, SAML_CERTIFICATE } from './test-keys.fixture.ts'

const provider = { entityId: 'https://idp.example', signInUrl: 'https://idp.example/in', certificates: ['x'] }
const service = { entityId: 'https://us.example', callbackUrl: 'https://us.example/callback' }
const threadPath = fileURLToPath(new URL('saml-thread.ts', import.meta.url))
const saml = createSaml({ threadPath })
afterAll(() => saml.close())

const open = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'

test.each([
  ['tags', `${open}${'<a/>'.repeat(600)}</samlp:Response>`],
  ['tags that never end', `${open}${'<a '.repeat(400)}`],
  ['a tag in a tag', `${open}<a <b/>></samlp:Response>`],
  ['an open end', `${open}<a`],
  ['attributes', `${open}<a ${Array.from({ length: 2_000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
  ['entities', `${open}${'&amp;'.repeat(2_000)}</samlp:Response>`],
  ['depth', open.repeat(700)],
])('a response of many %s is refused before anything reads it', async (_what, xml) => {
  const response = Buffer.from(xml).toString('base64')
  await expect(saml.read(provider, service, { response, now: Date.now() })).rejects.toThrow(
    'What the provider sent holds what no assertion needs.',
  )
})

test.each([
  ['long', `<EntityDescriptor>${' '.repeat(300_000)}</EntityDescriptor>`],
  ['deep', '<a>'.repeat(60_000)],
])('metadata that are %s are refused', (_what, xml) => {
  expect(() => readSamlMetadata(xml, 'idp.example')).toThrow('gave no metadata')
})

test('the library that reads what strangers send is loaded in its own thread alone', () => {
  const folder = import.meta.dirname
  const importers = globSync('../**/*.ts', { cwd: folder }).filter((file) =>
    /from '(\.\/saml\.ts|.*node-saml\.js|@node-saml\/.*)'|import\('.*node-saml/.test(
      readFileSync(join(folder, file), 'utf8'),
    ),
  )
  expect(importers.sort()).toEqual(['saml-thread.ts', 'saml.ts'].map((file) => `../sign-on/${file}`))
})

test('a form that takes for ever holds nobody but its own thread, which is ended', async () => {
  const path = fileURLToPath(new URL('endless-saml-thread.fixture.ts', import.meta.url))
  const endless = createSaml({ threadPath: path, longestAnswerMs: 300, mostAsked: 3 })
  const form = { response: 'PGE+', now: Date.now() }
  const asked = [1, 2, 3].map(() => endless.read(provider, service, form))
  await expect(endless.read(provider, service, form)).rejects.toThrow('Too many people sign in at once')
  for (const each of asked) await expect(each).rejects.toThrow('takes too long')
  await endless.close()
})

test('after a thread that broke comes another one', async () => {
  const path = fileURLToPath(new URL('endless-saml-thread.fixture.ts', import.meta.url))
  const breaking = createSaml({ threadPath: path })
  for (const _ of [1, 2]) await expect(breaking.writeMetadata(service)).rejects.toThrow('cannot be read')
  await breaking.close()
})

test('our metadata name us', async () => {
  expect(await saml.writeMetadata(service)).toContain(service.entityId)
})

test('a certificate that comes several times is tried once', () => {
  const [one, other] = [SAML_CERTIFICATE, OTHER_SAML_CERTIFICATE]
  const indented = one.replaceAll('\n', '\n  ')
  expect(splitCertificates([one, indented, other, one, one].join('\n'))).toHaveLength(2)
})
