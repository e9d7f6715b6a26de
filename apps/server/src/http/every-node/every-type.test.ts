import { readFileSync } from 'node:fs'
import {
  loaderCases,
  mcpCases,
  mcpPrograms,
  outsideCaches,
  outsideMemories,
  storeCases,
  toolCases,
} from '@runnel/nodes/testing'
import {
  chatModelCases,
  embedderCases,
  imageCases,
  rerankerCases,
  speechCases,
} from '@runnel/providers/testing'
import { expect, test } from 'vitest'
import { loadersHere } from '../../testing/every-node/loaders-here.ts'
import { madeIn, madeNodes } from '../../testing/every-node/made-nodes.ts'
import { EVERY_NODE } from '../../testing/every-node/node-world.ts'
import { RECORD_MANAGERS } from '../../testing/every-node/part-case.ts'
import { partsBesideNodes } from '../../testing/every-node/parts-beside-nodes.ts'
import { retrievalParts } from '../../testing/every-node/retrieval-parts.ts'
import { isHere, NEVER_RUN, RUN_ELSEWHERE } from '../../testing/every-node/run-elsewhere.ts'
import { talkParts } from '../../testing/every-node/talk-parts.ts'
import { toolsHere } from '../../testing/every-node/tools-here.ts'

/** The lists of the tests of this folder. */
const here = [
  chatModelCases,
  embedderCases,
  rerankerCases,
  speechCases,
  imageCases,
  toolsHere(toolCases),
  [...mcpCases, ...mcpPrograms].filter(isHere),
  loadersHere(loaderCases),
  storeCases,
  outsideMemories,
  outsideCaches,
  RECORD_MANAGERS,
  partsBesideNodes,
  retrievalParts,
  talkParts,
].flatMap((cases) => cases.map(({ node }) => node))

const tried = new Set([...here, ...Object.keys(RUN_ELSEWHERE), ...Object.keys(NEVER_RUN)])

test('every type of the catalogue runs whole, by API, in a test', () => {
  expect([...EVERY_NODE.keys()].filter((node) => !tried.has(node))).toEqual([])
  expect([...tried].filter((node) => !EVERY_NODE.has(node))).toEqual([])
})

test('no type that has a case here is said to run elsewhere, or never', () => {
  expect(here.filter((node) => node in RUN_ELSEWHERE || node in NEVER_RUN)).toEqual([])
})

test.each(Object.entries(RUN_ELSEWHERE))('%s is made and run by %s', (node, file) => {
  const url = new URL(`../../${file}`, import.meta.url)
  expect(readFileSync(url, 'utf8')).toMatch(/internal-prediction|prediction|\.ask\(|\/vector\/upsert/)
  expect([...madeNodes(url)]).toContain(node)
})

test.each([
  "chainNode('plainText_0', 'Text', {})",
  "const id = 'plainText_0'\nchainNode(id, 'Text', {})",
  `const id = \`plainText_\${number}\`\nchainNode(id, name, {})`,
  "agentNode('a', 'plainText', {})",
  "answeredBy({ node: 'plainText', values })",
  "const tool = (name: string) => ({ agentSelectedTool: name })\n\ntool('plainText')",
  `function fill(type: string) {\n  chainNode(\`\${type}_0\`, '')\n}\n\nfill('plainText')`,
])('a node is made by %s', (source) => {
  expect(madeIn(source)).toContain('plainText')
})

test.each([
  "{ loadMethod: 'listStores', name: 'plainText', inputs: {} }",
  `const row = { plainText: \`\${storeId}:Drinks\` }`,
  "chainEdge('plainText_0', 'store_0', ['document', 'Document'])",
  "expect(nodeId).toBe('plainText_0')",
  "agentNode('plainText', 'llmAgentflow', {})",
  "chainNode('plainTextOfAll_0', 'plainText', {})",
  "const id = 'plainText_0'\nnodes.find(id)",
])('no node is made by %s', (source) => {
  expect(madeIn(source)).not.toContain('plainText')
})

test('the helpers that a test imports make the nodes that they themselves make, and no others', () => {
  const made = madeNodes(new URL('../abort-chat.test.ts', import.meta.url))
  expect([...made]).not.toContain('pdfFile')
  expect([...madeNodes(new URL('../ask-a-document.test.ts', import.meta.url))]).toEqual(
    expect.arrayContaining(['pdfFile', 'bufferMemory']),
  )
})
