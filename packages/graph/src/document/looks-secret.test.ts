import { expect, test } from 'vitest'
import { holdsSecret, removeSecrets } from './looks-secret.ts'

test.each([
  'sk-proj-abcdefghijklmnopqrstuv',
  'key: sk_live_abcdefghijklmnop1234',
  '{"k":"AKIAABCDEFGHIJKLMNOP"}',
  'AIzaSyA1234567890abcdefghijklmnopqrstuv',
  'token=ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  'xoxb-1234567890-abcdef',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  'Authorization: Bearer abcdefghijklmnopqrstuvwx',
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----',
  'postgres://user:hunter2@db/x',
  'line\\nsk-abcdefghijklmnopqrstuvwx',
])('%s is a secret and is taken out', (text) => {
  expect(holdsSecret(text)).toBe(true)
  expect(holdsSecret(removeSecrets(text))).toBe(false)
})

test.each([
  'sk-short',
  'the task-force-of-the-twentieth-century',
  'https://example.com:8080/path@x',
  'Bearer of good news',
  '{{$vars.token}}',
  'risk-free-investment-for-everybody-in-town',
])('%s is none', (text) => {
  expect(holdsSecret(text)).toBe(false)
  expect(removeSecrets(text)).toBe(text)
})

test('a text made to be slow is looked through once', () => {
  for (const part of ['-eyJ', 'eyJ', ' sk-', '://a:', 'Bearer ', '-----BEGIN PRIVATE KEY-----']) {
    expect(holdsSecret(part.repeat(300_000))).toBe(part.startsWith('-----'))
  }
})
