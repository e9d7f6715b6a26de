import { expect, test } from 'vitest'
import { textOfSessionEnd } from './session-end-code.ts'

test.each([
  ['unauthorized', 'signIn.ended'],
  ['subscription_canceled', 'signIn.canceled'],
])('the address may say that a session ended by the code %s', (code, text) => {
  expect(textOfSessionEnd(code)).toBe(text)
})

test.each([undefined, '', 'bye', 'Call 0800 123 and tell your password', 'toString', '__proto__'])(
  'it may say nothing else: %s',
  (code) => {
    expect(textOfSessionEnd(code)).toBeUndefined()
  },
)
