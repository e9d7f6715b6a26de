import type { JsonObject } from '@runnel/contract'
import { importFlow, migrateNode } from '@runnel/graph'
import { PASSAGES_PROMPT } from '@runnel/node-kit'
import { nodeCatalogue } from '@runnel/nodes'
import { createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

const catalogue = createCatalogue(nodeCatalogue, providerCatalogue)
const LIBRARIAN = `You are a librarian.\n\n${PASSAGES_PROMPT}`

/** A node of an older version with params that the present one calls otherwise, and what these are read as. */
interface OlderNode {
  what: string
  type: string
  version: number
  inputs: JsonObject
  values: JsonObject
}

const OLDER: OlderNode[] = [
  {
    what: 'a system message',
    type: 'conversationalRetrievalQAChain',
    version: 1,
    inputs: { systemMessagePrompt: 'You are a librarian.', chainOption: '' },
    values: { responsePrompt: LIBRARIAN, chainOption: '' },
  },
  {
    what: 'a system message beside the prompt that came in its place',
    type: 'conversationalRetrievalQAChain',
    version: 2,
    inputs: { systemMessagePrompt: 'You are a librarian.', responsePrompt: 'Say no.' },
    values: { responsePrompt: LIBRARIAN },
  },
  {
    what: 'a blank system message',
    type: 'conversationalRetrievalQAChain',
    version: 1,
    inputs: { systemMessagePrompt: ' ', responsePrompt: 'Say no.' },
    values: { responsePrompt: 'Say no.' },
  },
  {
    what: 'an address',
    type: 'requestsGet',
    version: 1,
    inputs: { url: 'https://a.example/items', description: 'Items', headers: '{"A":"b"}' },
    values: {
      requestsGetUrl: 'https://a.example/items',
      requestsGetDescription: 'Items',
      requestsGetHeaders: '{"A":"b"}',
    },
  },
  {
    what: 'an address with a body',
    type: 'requestsPost',
    version: 1,
    inputs: { url: 'https://a.example/items', body: '{"a":1}', description: '', headers: '' },
    values: { requestsPostUrl: 'https://a.example/items', requestPostBody: '{"a":1}' },
  },
  {
    what: 'a document',
    type: 'openAPIToolkit',
    version: 1,
    inputs: { yamlFile: 'FILE-STORAGE::a.yaml' },
    values: { inputType: 'file', openApiFile: 'FILE-STORAGE::a.yaml' },
  },
]

test.each(OLDER)('$what of an older $type means what it meant', ({ type, version, inputs, values }) => {
  const id = `${type}_0`
  const saved = { id, name: type, version, label: 'Mine', inputs }
  const flow = { nodes: [{ id, position: { x: 0, y: 0 }, data: saved }], edges: [] }
  const { document, problems } = importFlow(flow, catalogue.find)
  expect(problems.filter(({ code }) => code === 'node_inputs_unused')).toEqual([])
  const [node] = document.nodes
  const migrations = catalogue.findNode(type)?.migrations ?? []
  expect(node && migrateNode(node, migrations).values).toEqual(values)
})
