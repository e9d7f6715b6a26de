import { MCP_MASK } from '@runnel/contract'
import { expect, test } from 'vitest'
import { bodyOf, emptyDraft, findAddressFault } from './server-draft.ts'

const BEFORE = `https://tea.example/${MCP_MASK}`

test.each([
  ['', 'missing'],
  [' ', 'missing'],
  ['tea', 'invalid'],
  ['ftp://tea.example', 'invalid'],
  [`https://other.example/${MCP_MASK}`, 'masked'],
  [BEFORE, undefined],
  ['https://tea.example/mcp', undefined],
])('of the address %j it is said: %s', (url, fault) => {
  expect(findAddressFault(url, BEFORE)).toBe(fault)
})

test('headers are sent only where there are some', () => {
  const headers = [{ key: '1', name: ' x-key ', value: 'k' }]
  const draft = { ...emptyDraft(), name: ' Tea ', url: ' https://tea.example ', headers }
  expect(bodyOf(draft)).toEqual({ name: 'Tea', serverUrl: 'https://tea.example', authType: 'NONE' })
  expect(bodyOf({ ...draft, authType: 'CUSTOM_HEADERS' })).toMatchObject({
    authConfig: { headers: { 'x-key': 'k' } },
  })
})
