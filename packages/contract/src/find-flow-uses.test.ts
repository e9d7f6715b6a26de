import { describe, expect, test } from 'vitest'
import { findFlowUses } from './find-flow-uses.ts'
import type { JsonObject } from './json.ts'

const usesOf = (node: JsonObject, kind: 'credential' | 'variable' | 'tool') =>
  findFlowUses({ nodes: [{ id: 'a', type: 't', values: {}, ...node }] })
    .filter((use) => use.kind === kind)
    .map(({ target }) => target)

describe('the variables that a flow uses', () => {
  test.each<[string, string[]]>([
    ['Hello {{$vars.town}}', ['town']],
    ['{{ $vars.town.part }} and {{$vars.list[0]}}', ['town', 'list']],
    ['{{$vars.two words}} {{$vars.my-name}}', ['two words', 'my-name']],
    ['{{$vars.with\\_line}}', ['with_line']],
    ['<span data-type="mention" data-id="$vars.town" data-label="x">x</span>', ['town']],
    ['return $vars.town + foo.bar', ['town']],
    ['return $vars?.town', ['town']],
    [`return $vars['my town'] + $vars["b"] + $vars?.["c"]`, ['my town', 'b', 'c']],
    ['const { town, land: l } = $vars', ['const', 'town', 'land', 'l', '$vars']],
    ['return Object.keys($vars)', ['return', 'Object', 'keys', '$vars']],
    ['$varsity and vars.town', []],
    ['{{town}}', []],
  ])('in %j', (text, names) => {
    expect(usesOf({ values: { rows: [{ text }] } }, 'variable')).toEqual(names)
  })
})

describe('the credentials that a flow uses', () => {
  test('stand beside the values, and where they were left in them, each once', () => {
    const node = {
      credentials: { credential: 'one', llmModelConfig: 'two' },
      values: { model: { FLOWISE_CREDENTIAL_ID: 'three' }, config: [{ credential: 'two' }], other: 'four' },
    }
    expect(usesOf(node, 'credential')).toEqual(['one', 'two', 'three'])
  })

  test('are none where there is none', () => {
    expect(usesOf({ credentials: { credential: '' }, values: { credential: 7 } }, 'credential')).toEqual([])
  })
})

test('the custom tools that a flow uses are named by its nodes, also by those inside of others', () => {
  const values = { selectedTool: 'one', agentTools: [{ config: { selectedTool: 'two' } }], other: 'three' }
  expect(usesOf({ values }, 'tool')).toEqual(['one', 'two'])
})

test('what stands in rows and settings that are kept as text is used as well, however deep the text is', () => {
  const config = JSON.stringify({ selectedTool: ' one\n', FLOWISE_CREDENTIAL_ID: 'key' })
  const values = {
    agentTools: ` ${JSON.stringify([{ agentSelectedToolConfig: config }])}`,
    broken: '[{"selectedTool":"two"',
    deep: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  }
  expect(usesOf({ values }, 'tool')).toEqual(['one'])
  expect(usesOf({ values }, 'credential')).toEqual(['key'])
})

test('what is no document uses nothing, and what is hostile is bounded', () => {
  expect([{}, null, 'x', { nodes: 'x' }, { nodes: [null, 'x', {}] }].flatMap(findFlowUses)).toEqual([])
  const text = `${'$vars.'.repeat(50_000)}${Array.from({ length: 5_000 }, (_, index) => `$vars.a${index} `).join('')}`
  const long = `$vars.${'x'.repeat(100_000)}`
  const begun = performance.now()
  const uses = findFlowUses({ nodes: [{ values: { text, long } }] })
  expect(uses).toHaveLength(1_000)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
