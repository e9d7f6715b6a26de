import { describe, expect, test } from 'vitest'
import { scrubber } from './scrubber.ts'

const SECRET = 'sk-proj/9+a b"c\\d?é'

describe('scrubber', () => {
  const scrub = scrubber([SECRET, 'abcdefghijkl'])

  test('replaces the plain value in a vendor error', () => {
    expect(scrub(`Incorrect API key provided: ${SECRET}.`)).toBe('Incorrect API key provided: •••.')
  })

  test.each([
    ['url', encodeURIComponent(SECRET)],
    ['url in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ['form', new URLSearchParams({ key: SECRET }).toString().slice(4)],
    ['JSON', JSON.stringify(SECRET)],
    ['base64', Buffer.from(SECRET).toString('base64')],
    ['base64url', Buffer.from(SECRET).toString('base64url')],
  ])('leaves nothing that decodes to the value in its %s form', (_name, form) => {
    const out = scrub(`before ${form} after`)
    expect(out).toContain('•••')
    expect(out).not.toContain(form.replaceAll('"', ''))
  })

  test.each(['', 'u', 'us', 'user', 'user:'])('finds the value inside a base64 text behind %j', (lead) => {
    for (const tail of ['', '!', '!!']) {
      const text = Buffer.from(`${lead}abcdefghijkl${tail}`).toString('base64')
      const scrubbed = scrub(`Basic ${text}`)
      expect(scrubbed).toContain('•••')
      expect(Buffer.from(scrubbed.replace('•••', ''), 'base64').toString()).not.toContain('cdefghij')
    }
  })

  test('takes the longer of two secrets of which one begins the other', () => {
    expect(scrubber(['token-1', 'token-1-long'])('token-1-long')).toBe('•••')
  })

  test('does not touch text without secrets, and knows no very short ones', () => {
    expect(scrubber(['abc', ''])('abc abc')).toBe('abc abc')
    expect(scrub('nothing here')).toBe('nothing here')
  })

  test('hides a secret of any length, in each of its forms', () => {
    const long = `-----BEGIN KEY-----\n${'"x&'.repeat(20_000)}`
    const told = scrubber([long, 'token-1'])(`a ${long} b ${JSON.stringify(long)} c token-1`)
    expect(told).toBe('a ••• b "•••" c •••')
  })
})
