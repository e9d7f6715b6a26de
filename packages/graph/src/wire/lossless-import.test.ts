import { isJsonObject, type JsonObject, type JsonValue, type Problem } from '@runnel/contract'
import { campaign } from '@runnel/contract/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTestDefinition } from '../testing.ts'
import { exportFlow } from './export-flow.ts'
import { importFlow } from './import-flow.ts'
import { WIRE_FIXTURES } from './wire-fixtures.fixture.ts'
import { DEFINITION_KEYS } from './wire-keys.ts'

const find = findTestDefinition

/** What may go without a word: the view of a moment, the state of a run, what the definitions say. */
const PASSING = [
  /^(selected|dragging|resizing|measured|positionAbsolute)$/,
  /^data\.(selected|status|error|sourceColor|targetColor|isHumanInput)$/,
  /^(source|target)Handle$/,
]

type Leaf = { path: string; value: JsonValue }

/** Every value that holds no other, with its path. */
function leavesOf(value: JsonValue, path = ''): Leaf[] {
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => leavesOf(item, `${path}[${index}]`))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`))
      : []
  return inside.length > 0 ? inside : [{ path, value }]
}

function isOfDefinition(path: string, type: JsonValue | undefined): boolean {
  const isKnown = typeof type === 'string' && find(type) !== undefined
  return isKnown && DEFINITION_KEYS.some((key) => path === `data.${key}` || path.match(`^data\\.${key}[.[]`))
}

/** Fields that a problem stands for, beside those that it names by their path. */
const STANDS_FOR: Record<string, RegExp> = {
  node_missing_id: /^(id|data\.id)/,
  node_duplicate_id: /^(id|data\.id)/,
  node_missing_type: /^data\.name/,
  node_guessed_type: /^data\.name/,
  node_missing_version: /^data\.version/,
  node_missing_position: /^position/,
  node_freed: /^(parentNode|parentId|extent)/,
  data_unreadable: /^data/,
  edge_missing_id: /^id/,
  edge_duplicate_id: /^id/,
}

/** Problems that tell that the whole value of a param is another one. */
const TELLS_OF_PARAM = ['param_list_was_text', 'edge_without_reference', 'anchor_reordered']

function isNamed(path: string, problems: readonly Problem[]): boolean {
  return problems.some(({ code, param, details }) => {
    if (STANDS_FOR[code]?.test(path)) return true
    const isOfParam = TELLS_OF_PARAM.includes(code) && path.startsWith(`data.inputs.${param}`)
    if (isOfParam) return true
    const fields = code === 'fields_left_out' ? String(details?.fields).split(', ') : []
    return fields.some((field) => path.startsWith(field))
  })
}

function isLabelKept({ path, value }: Leaf, kept: ReadonlyMap<string, JsonValue>): boolean {
  if (path !== 'data.label' && path !== 'data.edgeLabel') return false
  return value === '' || kept.get('data.label') === value || kept.get('data.edgeLabel') === value
}

/** An empty object or list that was filled meanwhile. */
function isFilled(value: JsonValue, path: string, kept: ReadonlyMap<string, JsonValue>): boolean {
  const mark = Array.isArray(value) ? '[' : isJsonObject(value) ? '.' : undefined
  return mark !== undefined && [...kept.keys()].some((other) => other.startsWith(path + mark))
}

function isPassing(path: string): boolean {
  const top = path.replace(/^((?:data\.)?\w+).*/, '$1')
  return PASSING.some((pattern) => pattern.test(top))
}

/** The same in another form: a version as text, a container under its newer name. */
function isSameOtherwise({ path, value }: Leaf, kept: ReadonlyMap<string, JsonValue>): boolean {
  if (path === 'data.version') return typeof value === 'string' && Number(value) === kept.get(path)
  return path === 'parentId' && kept.get('parentNode') === value
}

function silentLosses(
  wire: JsonValue,
  exported: JsonObject | undefined,
  problems: readonly Problem[],
): Leaf[] {
  if (!isJsonObject(wire)) return []
  const kept = new Map(leavesOf(exported ?? null).map(({ path, value }) => [path, value]))
  const excuses = [
    (leaf: Leaf) => JSON.stringify(kept.get(leaf.path)) === JSON.stringify(leaf.value),
    ({ path, value }: Leaf) => isFilled(value, path, kept),
    (leaf: Leaf) => isLabelKept(leaf, kept) || isSameOtherwise(leaf, kept),
    ({ path }: Leaf) => isPassing(path) || isOfDefinition(path, kept.get('data.name')),
    ({ path }: Leaf) => isNamed(path, problems),
  ]
  return leavesOf(wire).filter((leaf) => !excuses.some((excuse) => excuse(leaf)))
}

/** Fields of the wire that neither its export holds nor a problem names. */
function findSilentLosses(wire: { nodes: JsonValue[]; edges: JsonValue[] }): Leaf[] {
  const { document, problems } = importFlow(structuredClone(wire), find)
  const exported = exportFlow(document, find)
  return [
    ...wire.nodes.flatMap((node, index) => {
      const made = exported.nodes[index]
      return silentLosses(
        node,
        made,
        problems.filter(({ nodeId }) => nodeId === made?.id),
      )
    }),
    ...wire.edges.flatMap((edge, index) => {
      const made = exported.edges[index]
      return silentLosses(
        edge,
        made,
        problems.filter(({ edgeId }) => edgeId === made?.id),
      )
    }),
  ]
}

function placesOf(value: JsonValue, depth = 0): { holder: JsonObject; key: string }[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesOf(item, depth))
  if (!isJsonObject(value) || depth > 4) return []
  return Object.entries(value).flatMap(([key, item]) => [
    { holder: value, key },
    ...placesOf(item, depth + 1),
  ])
}

interface Mutation {
  at: number
  kind: 'remove' | 'replace' | 'add' | 'move' | 'listed'
  value: unknown
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(100_000),
  kind: fc.constantFrom('remove', 'replace', 'add', 'move', 'listed'),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('', null, [], {}, '{{chatOpenAI_0.data.instance}}', '[{"type":"string"}]', 'parent', 7),
  ),
})

/** Changes one place of a flow, wherever it lies. */
function mutate(flow: { nodes: JsonValue[]; edges: JsonValue[] }, { at, kind, value }: Mutation): void {
  const places = [...placesOf(flow.nodes), ...placesOf(flow.edges)]
  const place = places[at % places.length]
  if (!place) return
  const { holder, key } = place
  const old = holder[key] ?? null
  const given: JsonValue = JSON.parse(JSON.stringify(value))
  switch (kind) {
    case 'remove':
      delete holder[key]
      return
    case 'replace':
      holder[key] = given
      return
    case 'add':
      holder[`${key}New`] = given
      return
    case 'move':
      delete holder[key]
      holder[`${key}Moved`] = old
      return
    case 'listed':
      holder[key] = [old, given]
      return
    default:
      kind satisfies never
  }
}

test.each(Object.entries(WIRE_FIXTURES))('no field of %s is lost without a word', (_name, fixture) => {
  const flow = fixture as unknown as { nodes: JsonValue[]; edges: JsonValue[] }
  expect(findSilentLosses(flow)).toEqual([])
})

test.each(Object.entries(WIRE_FIXTURES))(
  'no field of %s is lost without a word, whatever was changed in it',
  (_name, fixture) => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        const flow = structuredClone(fixture) as unknown as { nodes: JsonValue[]; edges: JsonValue[] }
        for (const each of mutations) mutate(flow, each)
        expect(findSilentLosses(flow)).toEqual([])
      }),
      campaign(300, 30_000),
    )
  },
)

test.each(Object.entries(WIRE_FIXTURES))(
  '%s is the same after export and import, whatever was changed in it',
  (_name, fixture) => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        const flow = structuredClone(fixture) as unknown as { nodes: JsonValue[]; edges: JsonValue[] }
        for (const each of mutations) mutate(flow, each)
        const { document, viewport } = importFlow(flow, find)
        const exported = JSON.parse(JSON.stringify(exportFlow(document, find, { viewport })))
        expect(importFlow(exported, find).document).toEqual(document)
      }),
      campaign(200, 20_000),
    )
  },
)
