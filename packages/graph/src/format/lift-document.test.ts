import { readdirSync, readFileSync } from 'node:fs'
import { FLOW_FORMAT } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { makeControlEdge, makeNode } from '../testing.ts'
import { checkDocument } from '../validation/check-document.ts'
import { keepDocument, liftFormat, parseKeptDocument } from './lift-document.ts'

const folder = new URL('./__fixtures__/', import.meta.url)
const fixtures = readdirSync(folder)

describe('the format of documents', () => {
  test('has a fixture for each number up to the present one', () => {
    const expected = Array.from({ length: FLOW_FORMAT }, (_, index) => `format-${index + 1}.json`)
    expect(fixtures.toSorted()).toEqual(expected.toSorted())
  })

  test.each(fixtures)('%s loads, with everything that it holds', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const document = parseKeptDocument(text)
    expect(document.format).toBe(FLOW_FORMAT)
    expect(checkDocument(document)).toEqual(document)
    expect(parseKeptDocument(keepDocument(document))).toEqual(document)
    expect(document.nodes.map(({ id }) => id)).toEqual(['startAgentflow_0', 'conditionAgentflow_0', 'lost_0'])
    expect(document.nodes[1]).toMatchObject({
      values: { conditions: [{ $row: 'r3', value1: '{{question}}' }] },
      disabled: true,
      note: 'Kept',
    })
    expect(document.nodes[2]).toMatchObject({
      credentials: { credential: 'c1' },
      parent: 'iterationAgentflow_0',
    })
    expect(document.edges).toMatchObject([{ id: 'e1', label: 'then', extra: { animated: true } }])
    expect(document.extra).toEqual({ marks: [1, 2] })
  })

  test('is written with every document that is kept, and read back as the same', () => {
    const document = { nodes: [makeNode('b_0'), makeNode('a_0')], edges: [makeControlEdge('b_0', 'a_0')] }
    const text = keepDocument(document)
    expect(JSON.parse(text)).toMatchObject({
      format: FLOW_FORMAT,
      nodes: [
        { id: 'b_0', rank: 0 },
        { id: 'a_0', rank: 1 },
      ],
    })
    expect(parseKeptDocument(text).nodes.map(({ id }) => id)).toEqual(['b_0', 'a_0'])
    expect(keepDocument(parseKeptDocument(text))).toBe(text)
  })

  test('is lifted through every step above its own, once and in order', () => {
    const lifts = [1, 2, 3].map((from) => (document: object) => ({ ...document, [`was${from}`]: true }))
    expect(liftFormat({ format: 2, a: 1 }, lifts)).toEqual({ format: 4, a: 1, was2: true, was3: true })
    expect(liftFormat({ format: 4, a: 1 }, lifts)).toEqual({ format: 4, a: 1 })
  })

  test('is refused with a plain reason when it is newer', () => {
    const newer = { format: FLOW_FORMAT + 1, nodes: [], edges: [] }
    expect(() => parseKeptDocument(JSON.stringify(newer))).toThrow('saved by a newer version')
    expect(() => checkDocument(newer)).toThrow('saved by a newer version')
  })

  test.each([0, -1, 1.5, '1', null])('is refused when it is %o', (format) => {
    expect(() => parseKeptDocument(JSON.stringify({ format, nodes: [], edges: [] }))).toThrow('whole number')
  })

  test.each(['[]', '{}', '{"nodes":[]}', 'null'])('is not looked for in %s, which is no document', (text) => {
    expect(() => parseKeptDocument(text)).toThrow('no flow document')
  })
})
