import { expect, test } from 'vitest'
import { createSignInLimit } from './sign-in-limit.ts'

const PER_ADDRESS = 50

/** A limit whose tries of one address, for ever other accounts, are used up. */
function usedUpBy(addressOf: (index: number) => string) {
  const limit = createSignInLimit(() => 0)
  for (let index = 0; index < PER_ADDRESS; index++) limit.take(`${index}@example.com`, addressOf(index))
  return (address: string) => () => limit.take('next@example.com', address)
}

test('addresses of one network of IPv6 count as one', () => {
  const next = usedUpBy((index) => `2001:db8::${(index + 1).toString(16)}`)
  expect(next('2001:db8:0:0:9:8:7:6')).toThrow('Too many failed tries')
  expect(next('2001:db8:0:1::1')).not.toThrow()
})

test('addresses of IPv4 count one by one, also in the form of IPv6', () => {
  const next = usedUpBy(() => '::ffff:192.0.2.1')
  expect(next('::ffff:192.0.2.1')).toThrow('Too many failed tries')
  expect(next('::ffff:192.0.2.2')).not.toThrow()
})
