import { expect, test } from 'vitest'
import { takeSearch } from './search-text.ts'

const EMPTY = { text: '', seen: undefined, sent: undefined }

test('what was written on while a search was on its way to the address stays', () => {
  const written = { text: 'region', seen: undefined, sent: 'reg' }
  expect(takeSearch(written, 'reg')).toEqual({ text: 'region', seen: 'reg', sent: 'reg' })
})

test('a space at the end stays, and an address that says nothing new changes nothing', () => {
  const written = { text: 'reg ', seen: undefined, sent: 'reg' }
  const arrived = takeSearch(written, 'reg')
  expect(arrived.text).toBe('reg ')
  expect(takeSearch(arrived, 'reg')).toBe(arrived)
})

test('a search that comes from elsewhere takes the place of what was written, also one that was its own before', () => {
  const arrived = takeSearch({ text: 'reg', seen: undefined, sent: 'reg' }, 'reg')
  const cleared = takeSearch(arrived, undefined)
  expect(cleared).toEqual(EMPTY)
  expect(takeSearch(cleared, 'reg').text).toBe('reg')
})
