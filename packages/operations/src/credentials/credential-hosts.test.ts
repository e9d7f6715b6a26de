import type { FindDefinition, InputDefinition, JsonObject, NodeDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { credentialHostsOf, listHosts } from './credential-hosts.ts'

const text = (name: string): InputDefinition => ({ name, label: name, type: 'string' })
const definition: NodeDefinition = {
  name: 'store',
  label: 'Store',
  version: 1,
  type: 'Store',
  icon: '',
  category: '',
  description: '',
  baseClasses: [],
  kind: 'component',
  effects: 'none',
  provides: ['chatModel'],
  sendsCredentialTo: ['base', 'servers.url', 'options.proxy.host'],
  inputs: [
    text('base'),
    { name: 'servers', label: 'Servers', type: 'array', array: [text('url')] },
    { name: 'options', label: 'Options', type: 'json' },
    { name: 'inner', label: 'Inner', type: 'asyncOptions', loadConfig: true },
  ],
}
const find: FindDefinition = (type) => (type === 'store' ? definition : undefined)

describe('the hosts of a component', () => {
  const proxy = { proxy: { host: 'https://proxy.example:8443/x' } }
  test.each<[string, JsonObject, string[]]>([
    ['none where nothing is filled in', { base: ' ', servers: [{ url: '' }, {}], options: {} }, []],
    ['of a param', { base: 'https://a.example/v1' }, ['a.example']],
    ['of a host that stands alone', { base: ' a.example ' }, ['a.example']],
    ['of a host and its port', { base: 'localhost:8080' }, ['localhost:8080']],
    [
      'of every row',
      { servers: [{ url: 'https://b.example' }, { url: 'https://c.example:1' }] },
      ['b.example', 'c.example:1'],
    ],
    ['of JSON', { options: proxy }, ['proxy.example:8443']],
    ['of JSON that is kept as text', { options: JSON.stringify(proxy) }, ['proxy.example:8443']],
    ['none of a text that is no JSON', { options: 'https://x.example' }, []],
  ])('are %s', (_which, values, hosts) => {
    expect(credentialHostsOf(definition, values)).toEqual(hosts)
    expect(listHosts('store', { inner: 'store', innerConfig: values }, find)).toEqual(hosts)
  })

  test.each(['nowhere', '\u00a0https://evil.example/mcp', 'evil.example:443/x'])(
    'count as one in the place of an address that cannot be read, and are refused at a run: %j',
    (base) => {
      expect(listHosts('store', { inner: 'store', innerConfig: { base } }, find)).toEqual([base])
      expect(() => credentialHostsOf(definition, { base })).toThrow('is not an address')
    },
  )

  test('are refused where one of the rows is no address', () => {
    expect(() => credentialHostsOf(definition, { servers: [{ url: 'nowhere' }] })).toThrow(
      'is not an address',
    )
  })
})
