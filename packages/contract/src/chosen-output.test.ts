import { expect, test } from 'vitest'
import { mayEndFlow, mayStream, providedBy } from './chosen-output.ts'
import type { NodeDefinition } from './node-definition.ts'

const definition = {
  name: 'store',
  provides: ['recordManager'],
  answers: true,
  streams: true,
  outputs: [
    { name: 'retriever', label: 'R', provides: ['retriever'], answers: false },
    { name: 'store', label: 'S', provides: ['vectorStore', 'toolset'], streams: false },
    { name: 'bare', label: 'B' },
  ],
} as unknown as NodeDefinition
const { outputs: _outputs, ...plain } = definition

test.each([
  ['retriever', ['retriever'], false, true],
  ['store', ['vectorStore', 'toolset'], true, false],
  ['bare', ['recordManager'], true, true],
  [undefined, ['retriever'], false, true],
  ['none of them', ['retriever'], false, true],
])('with output %s a node is what that output says, else what the node says', (output, ...said) => {
  expect([
    providedBy(definition, output),
    mayEndFlow(definition, output),
    mayStream(definition, output),
  ]).toEqual(said)
})

test('without outputs the node says it, and of an unknown type nothing is known', () => {
  expect([providedBy(plain, 'x'), mayEndFlow(plain, 'x'), mayStream(plain, 'x')]).toEqual([
    ['recordManager'],
    true,
    true,
  ])
  expect([providedBy(undefined, 'x'), mayEndFlow(undefined, 'x'), mayStream(undefined, 'x')]).toEqual([
    [],
    false,
    true,
  ])
})
