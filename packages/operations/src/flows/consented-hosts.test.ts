import type { FindDefinition, FlowDocument, NodeDefinition } from '@runnel/contract'
import { expect, test } from 'vitest'
import { isAgreed } from '../credentials/credential-hosts.ts'
import { readConsents } from './consented-hosts.ts'

const definition = {
  name: 'model',
  sendsCredentialTo: ['base'],
  sendsCredentialBy: ['port'],
  inputs: [
    { name: 'base', label: 'Base', type: 'string' },
    { name: 'port', label: 'Port', type: 'number' },
  ],
} as unknown as NodeDefinition
const find: FindDefinition = (type) => (type === 'model' ? definition : undefined)

function documentOf(values: Record<string, string | number>): FlowDocument {
  const position = { x: 0, y: 0 }
  const node = { id: 'm', type: 'model', label: 'Model', position, values, credentials: { credential: 'c' } }
  return { nodes: [node], edges: [] }
}

test.each([
  ['of a credential and a host', ['c a.example']],
  ['of a host alone', ['a.example']],
])('an older consent, %s, holds for how its own version goes there', (_what, consentedHosts) => {
  const document = documentOf({ base: 'https://a.example/v1' })
  expect(readConsents({ document, consentedHosts }, find)).toEqual(['c https://a.example'])
  const other = documentOf({ base: 'https://b.example/v1' })
  expect(readConsents({ document: other, consentedHosts }, find)).toEqual([])
})

test('one of a version by http, and by a port, is for these', () => {
  const document = documentOf({ base: 'http://a.example', port: 8080 })
  expect(readConsents({ document, consentedHosts: ['c a.example'] }, find)).toEqual([
    'c http://a.example?port=8080',
  ])
})

test('a new one holds for one place alone, an older one of a store for the host', () => {
  expect(isAgreed(['c https://a.example'], 'c https://a.example')).toBe(true)
  for (const other of [
    'c http://a.example',
    'c https://a.example:1',
    'c https://a.example?port=1',
    'd https://a.example',
  ])
    expect(isAgreed(['c https://a.example'], other)).toBe(false)
  expect(isAgreed(['c a.example'], 'c https://a.example')).toBe(true)
  expect(isAgreed(['c a.example'], 'd https://a.example')).toBe(false)
})
