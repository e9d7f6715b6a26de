import type { FindDefinition, InputDefinition, JsonObject, NodeDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { credentialPlacesOf, listPlaces } from './credential-hosts.ts'

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
  sendsCredentialBy: ['port', 'ssl', 'isPlain'],
  inputs: [
    text('base'),
    { name: 'port', label: 'Port', type: 'number' },
    { name: 'ssl', label: 'SSL', type: 'boolean' },
    { name: 'isPlain', label: 'Plain', type: 'boolean', default: true },
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
    ['of a param', { base: 'https://a.example/v1' }, ['https://a.example']],
    ['of a host that stands alone', { base: ' a.example ' }, ['https://a.example']],
    ['of a host of one word', { base: 'postgres' }, ['https://postgres']],
    ['of a host and its port', { base: 'localhost:8080' }, ['https://localhost:8080']],
    [
      'of every row',
      { servers: [{ url: 'https://b.example' }, { url: 'https://c.example:1' }] },
      ['https://b.example', 'https://c.example:1'],
    ],
    ['of JSON', { options: proxy }, ['https://proxy.example:8443']],
    ['of JSON that is kept as text', { options: JSON.stringify(proxy) }, ['https://proxy.example:8443']],
    ['none of a text that is no JSON', { options: 'https://x.example' }, []],
  ])('are %s', (_which, values, hosts) => {
    expect(credentialPlacesOf(definition, values)).toEqual(hosts)
    expect(listPlaces('store', { inner: 'store', innerConfig: values }, find)).toEqual(hosts)
  })

  test.each(['no where', '\u00a0https://evil.example/mcp', 'evil.example:443/x'])(
    'count as one in the place of an address that cannot be read, and are refused at a run: %j',
    (base) => {
      expect(listPlaces('store', { inner: 'store', innerConfig: { base } }, find)).toEqual([base])
      expect(() => credentialPlacesOf(definition, { base })).toThrow('is not an address')
    },
  )

  const place = (values: JsonObject) => credentialPlacesOf(definition, values)[0]

  test('are others by another scheme or port', () => {
    const bases = ['https://a.example', 'http://a.example', 'https://a.example:8443', 'http://a.example:443']
    expect(new Set(bases.map((base) => place({ base }))).size).toBe(bases.length)
    expect(place({ base: 'https://a.example:443/v1' })).toBe(place({ base: 'https://a.example' }))
  })

  test('are others where a param says another port, or that nothing is encrypted', () => {
    const base = 'db.example'
    const ways = [{}, { port: 5433 }, { ssl: true }, { port: 5433, ssl: true }, { isPlain: false }]
    expect(new Set(ways.map((way) => place({ base, ...way }))).size).toBe(ways.length)
    for (const usual of [
      { port: '' },
      { ssl: false },
      { ssl: 'false' },
      { isPlain: true },
      { isPlain: 'true' },
    ])
      expect(place({ base, ...usual })).toBe(place({ base }))
    expect(place({ base, port: '5433', ssl: 'true' })).toBe(place({ base, port: 5433, ssl: true }))
    // A node reads these as no port, and as not encrypted.
    expect(place({ base, port: [5433] })).not.toBe(place({ base, port: 5433 }))
    expect(place({ base, ssl: ' true ' })).not.toBe(place({ base, ssl: true }))
  })

  test('are others where the options of a database do not ask for TLS', () => {
    const base = 'postgres://db.example/tea'
    expect(place({ base: `${base}?sslmode=require&x=1` })).not.toBe(place({ base }))
    expect(place({ base: `${base}?x=1` })).toBe(place({ base }))
  })

  test('are refused where one of the rows is no address', () => {
    expect(() => credentialPlacesOf(definition, { servers: [{ url: 'no where' }] })).toThrow(
      'is not an address',
    )
  })
})
