import { expect, test } from 'vitest'
import {
  listQueryOf,
  readCredentialListAddress,
  readExecutionListAddress,
  readFlowListAddress,
  readVariableListAddress,
} from './list-address.ts'

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

test('types of variables and of credentials stand in the address', () => {
  const address = { q: 'town', type: 'runtime', sort: 'name', page: 2, usage: 'unused' }
  expect(readVariableListAddress(address)).toEqual(address)
  expect(readVariableListAddress({ type: 'odd', usage: 'x' })).toEqual({})
  expect(readCredentialListAddress({ type: 'openAIApi', sort: 'size' })).toEqual({ type: 'openAIApi' })
})

test('the server is asked for what the address says, else for the first page as it likes to sort it', () => {
  const rest = { sort: undefined, direction: undefined }
  expect(listQueryOf({})).toEqual({ ...rest, search: undefined, page: 1, limit: 12 })
  expect(listQueryOf({ q: 'x', page: 3, size: 24, sort: 'name' })).toEqual({
    ...rest,
    search: 'x',
    page: 3,
    limit: 24,
    sort: 'name',
  })
})
