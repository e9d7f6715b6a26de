import { BLANK_MARKER, type CredentialDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { blankFields, mergeFields } from './present-credential.ts'

const type = {
  name: 'anApi',
  label: 'An API',
  version: 1,
  inputs: [
    { name: 'key', label: 'Key', type: 'password' },
    { name: 'address', label: 'Address', type: 'url' },
    { name: 'region', label: 'Region', type: 'string' },
  ],
} as CredentialDefinition

const stored = { key: 'sk-1', address: 'redis://user:secret@host:1/0', region: 'eu', leftover: 'sk-2' }

test('passwords, unknown fields and passwords inside addresses are not shown', () => {
  expect(blankFields(stored, type)).toEqual({
    key: BLANK_MARKER,
    address: 'redis://user:••••••@host:1/0',
    region: 'eu',
    leftover: BLANK_MARKER,
  })
  expect(Object.values(blankFields(stored, undefined))).toEqual(Array(4).fill(BLANK_MARKER))
})

test('what was shown and comes back keeps what is stored [S9-CRED-02]', () => {
  expect(mergeFields(stored, blankFields(stored, type), type)).toEqual(stored)
  expect(mergeFields(stored, {}, type)).toEqual(stored)
})

test('what is typed anew replaces it, also by an empty text', () => {
  expect(mergeFields(stored, { key: 'sk-3', region: '' }, type)).toEqual({
    ...stored,
    key: 'sk-3',
    region: '',
  })
  expect(mergeFields(stored, { address: 'redis://other:1' }, type).address).toBe('redis://other:1')
})

test.each([
  ['postgres://user:p@ss:w0rd@host/db', 'postgres://user:••••••@host/db'],
  ['https://ghp_0123456789abcdef@host/x', 'https://••••••@host/x'],
  ['https://ghp_0123456789abcdef:x-oauth-basic@host/', 'https://••••••@host/'],
  ['https://host/v1?api_key=canary&region=eu', 'https://host/v1?api_key=••••••&region=••••••'],
  ['https://host/v1#canary', 'https://host/v1'],
  ['mongodb://u:p@one:1,two:2/db', BLANK_MARKER],
  ['not an address: canary', BLANK_MARKER],
  ['https://host/v1', 'https://host/v1'],
])('of the address %s nothing is shown but where it leads', (address, shown) => {
  expect(blankFields({ address }, type)).toEqual({ address: shown })
  expect(mergeFields({ address }, { address: shown }, type)).toEqual({ address })
})

test('an address in a plain text is one, and a text of any other kind is not shown', () => {
  const inputs = [...type.inputs, { name: 'json', label: 'JSON', type: 'json' }]
  const more = { ...type, inputs } as CredentialDefinition
  expect(blankFields({ region: 'https://host/?key=canary', json: '{"private_key":"canary"}' }, more)).toEqual(
    {
      region: 'https://host/?key=••••••',
      json: BLANK_MARKER,
    },
  )
})
