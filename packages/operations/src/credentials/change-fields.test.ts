import { BLANK_MARKER, type CredentialDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { changeFields } from './change-fields.ts'

const type = {
  name: 'anApi',
  label: 'An API',
  version: 1,
  inputs: [
    { name: 'key', label: 'Key', type: 'password' },
    { name: 'token', label: 'Token', type: 'password', optional: true },
    { name: 'address', label: 'Address', type: 'url' },
    { name: 'secure', label: 'Secure', type: 'boolean', default: true },
  ],
} as CredentialDefinition
const stored = { key: 'sk-1', address: 'https://mine.example/v1' }
const change = (sent: Record<string, string>, more: Record<string, string> = {}) =>
  changeFields({ stored: { ...stored, ...more }, sent, type })
const elsewhere = { address: 'https://mine.example/v2' }

test('each stored secret is asked for by name, one that is given or empty is not', () => {
  const message = '“Token”: Give it anew, because “Address” is another: the stored one does not go there.'
  const issues = [{ path: 'plainDataObj.token', message: expect.stringContaining('“Address”') }]
  expect(() => change({ ...elsewhere, key: 'sk-2' }, { token: 't' })).toThrow(
    expect.objectContaining({ message, issues }),
  )
  expect(change({ ...elsewhere, key: 'sk-2' })).toEqual({ ...elsewhere, key: 'sk-2' })
})

test('the same secret given anew is as good as another: no answer tells whether it was the same', () => {
  expect(change({ ...elsewhere, key: 'sk-1' })).toEqual({ ...elsewhere, key: 'sk-1' })
})

test('a default that a form adds changes nothing, another value does', () => {
  expect(change({ ...stored, key: BLANK_MARKER, secure: 'true' })).toEqual({ ...stored, secure: 'true' })
  expect(() => change({ key: BLANK_MARKER, secure: 'false' })).toThrow('“Secure”')
})

test('a field that the type does not hold may say where to go, and is left behind when another does', () => {
  expect(() => change({ baseUrl: 'https://evil.example' })).toThrow('“baseUrl”')
  expect(change({ ...elsewhere, key: 'sk-2' }, { old_token: 't' })).not.toHaveProperty('old_token')
})

test('without a type everything is hidden, and nothing is left behind', () => {
  const ask = () => changeFields({ stored: { ...stored, url: 'a' }, sent: { url: 'b' }, type: undefined })
  expect(ask).toThrow('“key”')
})
