import type { ModelMessage, Part } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { fitMessages } from './convert-to-sdk-call.ts'
import { LENIENT_RULES, type VendorRules } from './vendor-rules.ts'

function fitted(messages: ModelMessage[], rules: Partial<VendorRules> = {}) {
  return fitMessages(messages, { ...LENIENT_RULES, namespace: 'vendor', ...rules })
}

const system = (content: string): ModelMessage => ({ role: 'system', content })
const user = (content: string): ModelMessage => ({ role: 'user', content })
const assistant = (...content: Part[]): ModelMessage => ({ role: 'assistant', content })

describe('a conversation for a vendor', () => {
  test('that takes nearly everything stays as it is', () => {
    const messages = [user('A'), system('Be brief.'), user('B'), assistant({ type: 'text', text: 'C' })]
    expect(fitted(messages)).toEqual(messages)
  })

  test('has no empty texts, and no messages of nothing', () => {
    const messages = [system(' '), user(''), user('A'), assistant({ type: 'text', text: '' })]
    expect(fitted(messages)).toEqual([user('A')])
  })

  test('has its system messages in front, where the vendor wants that', () => {
    const messages = [system('One.'), user('A'), system('Two.')]
    expect(fitted(messages, { lateSystem: 'hoist' })).toEqual([system('One.'), system('Two.'), user('A')])
  })

  test('begins with a person, where the vendor wants that', () => {
    const messages = [system('One.'), assistant({ type: 'text', text: 'Welcome' }), user('A')]
    const result = fitted(messages, { beginsWithUser: true })
    expect(result.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(fitted([system('One.')], { beginsWithUser: true }).at(-1)?.role).toBe('user')
  })

  test('ends with a person, where the vendor wants that', () => {
    const messages = [user('A'), assistant({ type: 'text', text: 'B' })]
    expect(fitted(messages, { endsWithUser: true }).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
    expect(fitted(messages)).toHaveLength(2)
  })

  test('has neighbours of one role as one, where the vendor wants that; files stay beside texts', () => {
    const file = { type: 'file' as const, mediaType: 'image/png', source: { blob: 'b-1' } }
    const messages: ModelMessage[] = [user('A'), user('B'), { role: 'user', content: [file] }]
    expect(fitted(messages, { joinsRoles: true })).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'A\n\nB' }, file] },
    ])
  })
})

describe('what a model said', () => {
  const signed: Part = { type: 'reasoning', text: 'Hm', vendor: { vendor: { signature: 's' } } }
  const sealed: Part = { type: 'reasoning', text: '', vendor: { vendor: { redactedData: 'x' } } }
  const search: Part = {
    type: 'tool-call',
    id: 's1',
    name: 'web_search',
    input: {},
    builtIn: true,
    vendor: { vendor: {} },
  }
  const found: Part = {
    type: 'tool-result',
    id: 's1',
    name: 'web_search',
    content: { json: [] },
    builtIn: true,
    vendor: { vendor: {} },
  }
  const text: Part = { type: 'text', text: 'Yes' }
  const source: Part = { type: 'source', id: '1', url: 'https://example.com' }

  test('goes back whole to its own vendor, but for sources', () => {
    const parts = [signed, sealed, search, found, text, source]
    expect(fitted([user('A'), assistant(...parts)])[1]).toEqual(assistant(...parts.slice(0, -1)))
  })

  test('goes to another vendor without thoughts and without what the first one ran itself', () => {
    const own: Part = { type: 'tool-call', id: 'c', name: 'calculator', input: {} }
    const result = fitted([user('A'), assistant(signed, sealed, search, found, text, own)], {
      namespace: 'other',
    })
    expect(result[1]).toEqual(assistant(text, own))
    expect(fitted([user('A'), assistant(signed)], { namespace: 'other' })).toEqual([user('A')])
  })
})

describe('files', () => {
  const picture = { type: 'file' as const, mediaType: 'image/png', name: 'a.png', source: { blob: 'b' } }
  const withPicture: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'A' }, picture] }

  test('of earlier turns are named to a model that does not take them', () => {
    const [first] = fitted([withPicture, assistant({ type: 'text', text: 'B' }), user('C')])
    expect(JSON.stringify(first)).toContain('(a file was given here: a.png)')
    expect(fitted([withPicture, user('C')], { mediaTypes: ['image/*'] })[0]).toEqual(withPicture)
  })

  test('of the last question stay, so that they are refused aloud', () => {
    expect(fitted([user('A'), withPicture]).at(-1)).toEqual(withPicture)
  })
})
