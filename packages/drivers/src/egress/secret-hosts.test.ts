import { expect, test } from 'vitest'
import { isAtSecretHost, isSecretHostAmong, readSecretHost } from './secret-hosts.ts'

test.each([
  ['api.example.com', 'api.example.com'],
  [' API.Example.com. ', 'api.example.com'],
  ['*.example.com', '*.example.com'],
  ['*.example.com:8443', '*.example.com:8443'],
  ['localhost:8080', 'localhost:8080'],
  ['127.1', '127.0.0.1'],
  ['[::1]:80', '[::1]:80'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%j is the host %s', (text, host) => {
  expect(readSecretHost(text)).toBe(host)
})

test.each([
  '',
  '*',
  '*.',
  '*.com',
  '*.0.0.1',
  '*.*.example.com',
  'a*.example.com',
  'https://api.example.com',
  'api.example.com/v1',
  'user@api.example.com',
  'two hosts',
  'api.example.com:0',
  'api.example.com:99999',
])('%j is none', (text) => {
  expect(readSecretHost(text)).toBeUndefined()
})

test.each([
  ['https://api.example.com/v1?a=b', true],
  ['http://api.example.com', false],
  ['https://API.example.com.', true],
  ['https://api.example.com:8443', false],
  ['http://api.example.com:443', false],
  ['https://example.com', false],
  ['https://api.example.com.evil.test', false],
  ['https://evil-api.example.com', false],
])('%s is at api.example.com: %s', (url, isThere) => {
  expect(isAtSecretHost(['api.example.com'], new URL(url))).toBe(isThere)
})

test.each([
  ['https://eu.api.example.com', true],
  ['https://api.example.com', true],
  ['https://example.com', false],
  ['https://notexample.com', false],
  ['https://api.example.com.evil.test', false],
])('%s is below example.com: %s', (url, isThere) => {
  expect(isAtSecretHost(['*.example.com'], new URL(url))).toBe(isThere)
})

test.each([
  ['api.example.com', true],
  ['other.example.com', true],
  ['*.api.example.com', true],
  ['*.example.com', true],
  ['example.com', false],
  ['api.example.com:8443', false],
  ['*.com.example', false],
])('what *.example.com allows covers %s: %s', (entry, isCovered) => {
  expect(isSecretHostAmong(['*.example.com'], entry)).toBe(isCovered)
})

test.each([
  ['http://api.example.com', true],
  ['http://api.example.com:80/v1', true],
  ['https://api.example.com:80', true],
  ['https://api.example.com', false],
])('%s is at api.example.com:80: %s', (url, isThere) => {
  expect(isAtSecretHost(['api.example.com:80'], new URL(url))).toBe(isThere)
})
