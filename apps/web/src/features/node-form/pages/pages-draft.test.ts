import { expect, test } from 'vitest'
import { addPages, draftPages, filterPages, findAddressFault, keptAddresses } from './pages-draft.ts'

const A = 'https://tea.example/a'
const B = 'https://tea.example/b'

test('what is found joins what was chosen, each page once', () => {
  const [first, ...others] = addPages(draftPages([A, '', ` ${A}#top`]), [B, 'HTTPS://TEA.example/a', B])
  expect(first).toEqual({ id: 1, address: A, isChosen: true })
  expect(others).toEqual([{ id: 2, address: B, isChosen: true }])
})

test('a page that was not wanted stays so when it is found again', () => {
  const entries = draftPages([A, B]).map((entry) => ({ ...entry, isChosen: entry.address === B }))
  expect(keptAddresses(addPages(entries, [A, B]))).toEqual([B])
})

test.each([
  ['tea', 'none'],
  ['', 'none'],
  ['ftp://tea.example/', 'none'],
  ['javascript:alert(1)', 'none'],
  ['https://me:key@tea.example/', 'none'],
  [`${A}#x`, 'known'],
  [` ${B} `, undefined],
])('%j can be added, or not: %s', (address, fault) => {
  expect(findAddressFault(draftPages([A]), address)).toBe(fault)
})

test('an address may be written as it stands where it is changed', () => {
  expect(findAddressFault(draftPages([A, B]), A, 1)).toBeUndefined()
  expect(findAddressFault(draftPages([A, B]), A, 2)).toBe('known')
})

test('pages are found by a part of their address', () => {
  expect(filterPages(draftPages([A, B]), ' /B').map(({ address }) => address)).toEqual([B])
  expect(filterPages(draftPages([A, B]), 'milk')).toEqual([])
})
