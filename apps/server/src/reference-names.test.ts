import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVERY_NODE } from './testing/every-node/node-world.ts'
import { REFERENCE_NODES } from './testing/reference-nodes.ts'

const COMPATIBILITY = readFileSync(join(import.meta.dirname, '../../../docs/compatibility.md'), 'utf8')

/** Types that this product has no node of, on purpose; the page on compatibility says what to take instead. */
const ABSENT = [
  'azureOpenAIEmbeddingsLlamaIndex',
  'openAIEmbedding_LlamaIndex',
  'pineconeLlamaIndex',
  'simpleStoreLlamaIndex',
  'couchbase',
  'kendra',
  'singlestore',
  'zep',
  'zepCloud',
]

/** Names of a node that ours has not, on purpose, and the words of the page that say why. */
const LEFT_OUT: Readonly<Record<string, { names: readonly string[]; because: string }>> = {
  S3: {
    names: [
      'fileProcessingMethod',
      'unstructuredAPIUrl',
      'unstructuredAPIKey',
      'strategy',
      'encoding',
      'skipInferTableTypes',
      'hiResModelName',
      'chunkingStrategy',
      'ocrLanguages',
      'sourceIdKey',
      'coordinates',
      'xmlKeepTags',
      'includePageBreaks',
      'multiPageSections',
      'combineUnderNChars',
      'newAfterNChars',
      'maxCharacters',
    ],
    because: '| S3 | files by Unstructured, if wanted | files are read here, as their endings say |',
  },
}

const present = [...REFERENCE_NODES].filter(([type]) => !ABSENT.includes(type))

test.each(present)('%s has every name that flows of the reference hold', (type, { inputs, outputs }) => {
  const definition = EVERY_NODE.get(type)
  const own = {
    inputs: new Set(definition?.inputs.map(({ name }) => name)),
    outputs: new Set(definition?.outputs?.map(({ name }) => name)),
  }
  expect(definition).toBeDefined()
  expect(inputs.filter((name) => !own.inputs.has(name))).toEqual(LEFT_OUT[type]?.names ?? [])
  expect(outputs.filter((name) => !own.outputs.has(name))).toEqual([])
})

test.each(Object.entries(LEFT_OUT))('what %s leaves out is told', (_type, { because }) => {
  expect(COMPATIBILITY).toContain(because)
})

test.each(ABSENT)('%s is not there, and what is taken instead is told', (type) => {
  expect(EVERY_NODE.has(type)).toBe(false)
  expect(COMPATIBILITY).toContain(`\`${type}\``)
})

test('the names are those of every family', () => {
  expect(REFERENCE_NODES.size).toBe(122)
  expect([...REFERENCE_NODES.values()].filter(({ inputs }) => inputs.length === 0)).toEqual([])
})
