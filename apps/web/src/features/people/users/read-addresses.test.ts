import { expect, test } from 'vitest'
import { isOpenList, looksLikeAddress, readAddresses } from './read-addresses.ts'

test.each([
  ['one', 'a@x.org', ['a@x.org']],
  ['commas', 'a@x.org, b@x.org,c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['lines', 'a@x.org\r\nb@x.org\n\n', ['a@x.org', 'b@x.org']],
  ['semicolons and blanks', 'a@x.org; b@x.org  c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['names beside them', 'Smith Anna <a@x.org>, "Bob" <b@x.org>', ['a@x.org', 'b@x.org']],
  ['the same one twice', 'a@x.org, A@X.org', ['a@x.org']],
  ['what is none', 'a@x.org, bob', ['a@x.org', 'bob']],
  ['nothing', ' ,\n ', []],
])('addresses are read out of a list: %s', (_how, text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

test('an address has one sign in its middle', () => {
  expect(['a@x.org', 'bob', '@x.org', 'a@', 'a b@x.org'].map(looksLikeAddress)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['', false],
  ['\n', false],
  ['a@x.org', false],
  ['a@x.org, b@x.org', false],
  ['a@x.org,', true],
  ['a@x.org; ', true],
  ['a@x.org\n', true],
  ['a@x.org\nb@x.org', true],
])('in %j a line may follow: %s', (text, isOpen) => {
  expect(isOpenList(text)).toBe(isOpen)
})
