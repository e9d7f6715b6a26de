import { expect, test } from 'vitest'
import { readExecutionListAddress, readFlowListAddress } from './list-address.ts'

test('an address gives only what was chosen and can be', () => {
  expect(readFlowListAddress({})).toEqual({})
  expect(
    readFlowListAddress({ q: 42, page: '3', size: 24, sort: 'name', direction: 'desc', view: 'table' }),
  ).toEqual({
    q: '42',
    page: 3,
    size: 24,
    sort: 'name',
    direction: 'desc',
    view: 'table',
  })
})

test.each([
  { page: 0 },
  { page: 'x' },
  { page: 1.5 },
  { size: 13 },
  { sort: 'color' },
  { view: 1 },
  { q: '' },
  { q: {} },
])('a field that cannot be is left out: %j', (search) => {
  expect(readFlowListAddress(search)).toEqual({})
})

test('filters of runs stand in the address', () => {
  const address = { q: 'bill', state: 'ERROR', session: 's-1', flow: 'f-1', kind: 'all', page: 2 }
  expect(readExecutionListAddress(address)).toEqual(address)
  expect(readExecutionListAddress({ state: 'error', kind: 'agent' })).toEqual({})
})
