import { expect, test } from 'vitest'
import {
  createRecoveryCode,
  createTimedSecret,
  findTimedStep,
  hashRecoveryCode,
  timedCode,
  timedSecretUrl,
} from './one-time-code.ts'

/** The secret `12345678901234567890` of RFC 6238, and its values there, the last six digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is that of the standard', (seconds, code) => {
  expect(timedCode(SECRET, seconds * 1_000)).toBe(code)
  expect(findTimedStep(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
})

test('a code counts one step early and late, and no further', () => {
  const at = 1_234_567_890_000
  const step = Math.floor(at / 30_000)
  const code = timedCode(SECRET, at)
  expect(findTimedStep(SECRET, code, at + 30_000)).toBe(step)
  expect(findTimedStep(SECRET, code, at - 30_000)).toBe(step)
  expect(findTimedStep(SECRET, code, at + 61_000)).toBeUndefined()
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (code) => {
  expect(findTimedStep(SECRET, code, 0)).toBeUndefined()
})

test('secrets are random, and an app reads them from an address', () => {
  const secret = createTimedSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTimedSecret()).not.toBe(secret)
  const url = new URL(timedSecretUrl(secret, { issuer: 'Runnel', account: 'ada@example.com' }))
  expect(url.protocol).toBe('otpauth:')
  expect(url.searchParams.get('secret')).toBe(secret)
  expect(url.searchParams.get('issuer')).toBe('Runnel')
})

test('a recovery code is read whatever its case and signs between, and is somebody’s own', () => {
  const code = createRecoveryCode()
  expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  expect(hashRecoveryCode('a', code.toUpperCase().replaceAll('-', ' '))).toBe(hashRecoveryCode('a', code))
  expect(hashRecoveryCode('b', code)).not.toBe(hashRecoveryCode('a', code))
})
