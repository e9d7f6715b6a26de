import { expect, test } from 'vitest'
import { findOwnPath, findProviderAddress } from './safe-addresses.ts'
import { leadingAway } from './testing.ts'

const ORIGIN = 'https://runnel.example'

test.each(leadingAway)('%j leads to no page of ours', (address) => {
  expect(findOwnPath(address)).toBeUndefined()
  expect(findOwnPath(address, ORIGIN)).toBeUndefined()
})

test.each([
  ['/tools?q=1#a', '/tools?q=1#a'],
  ['/a/../tools', '/tools'],
  ['\t/tools', '/tools'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/login?from=//evil.example', '/login?from=//evil.example'],
  [`${ORIGIN}/tools`, '/tools'],
  [`${ORIGIN.toUpperCase()}:443/tools`, '/tools'],
])('%j is a page of ours', (address, path) => {
  expect(findOwnPath(address, ORIGIN)).toBe(path)
})

test('no name of our own is taken for granted where nobody knows it', () => {
  expect(findOwnPath(`${ORIGIN}/tools`)).toBeUndefined()
  expect(findOwnPath(undefined)).toBeUndefined()
  expect(findOwnPath(`/${'x'.repeat(8_001)}`)).toBeUndefined()
})

test.each([
  'https://login.example/authorize?client_id=1',
  'http://127.0.0.1:4000/authorize',
  'http://localhost/authorize',
])('%j is an address of a provider', (address) => {
  expect(findProviderAddress(address)).toBe(new URL(address).href)
})

test.each([
  'http://login.example/authorize',
  'http://localhost.evil.example/',
  'https://login.example@evil.example/',
  'https://login.example/#token',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://login.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/tools',
  '',
  undefined,
  7,
])('%j is none', (address) => {
  expect(findProviderAddress(address)).toBeUndefined()
})
