import type { NodeDefinition } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { chooseDefinitions } from './choose-definitions.ts'
import { searchNodes } from './search-nodes.ts'

const define = (name: string, label: string, category: string): NodeDefinition => ({
  name,
  label,
  category,
  description: '',
  version: 1,
  type: label,
  icon: name,
  baseClasses: [label],
  kind: 'component',
  effects: 'none',
  inputs: [],
})

const catalogue: NodeDefinition[] = [
  define('llmChain', 'LLM Chain', 'Chains'),
  define('chatOpenAI', 'ChatOpenAI', 'Chat Models'),
  define('openAIEmbeddings', 'OpenAI Embeddings', 'Embeddings;NEW'),
  { ...define('llmAgentflow', 'LLM', 'Agent Flows'), kind: 'step', canvas: 'agent' },
  { ...define('startAgentflow', 'Start', 'Agent Flows'), kind: 'trigger', canvas: 'agent' },
  define('stickyNote', 'Sticky Note', 'Utilities'),
  { ...define('seqStart', 'Start', 'Sequential Agents'), canvas: 'sequential' },
]
const names = (text: string) =>
  searchNodes(catalogue, text).flatMap(({ definitions }) => definitions.map(({ name }) => name))

describe('searchNodes', () => {
  test('groups all nodes by category, without the badge in its name', () => {
    expect(searchNodes(catalogue, '').map(({ category }) => category)).toEqual([
      'Agent Flows',
      'Chains',
      'Chat Models',
      'Embeddings',
      'Sequential Agents',
      'Utilities',
    ])
  })

  test('puts a label that begins with the text first and wants every word', () => {
    expect(names('openai')).toEqual(['openAIEmbeddings', 'chatOpenAI'])
    expect(names('openai embed')).toEqual(['openAIEmbeddings'])
    expect(names('no such node')).toEqual([])
  })
})

describe('chooseDefinitions', () => {
  const of = (type: 'AGENTFLOW' | 'CHATFLOW' | 'MULTIAGENT', nodes: { type: string }[] = []) =>
    chooseDefinitions(catalogue, { type, nodes }).map(({ name }) => name)

  test('offers each kind of flow its own nodes', () => {
    expect(of('AGENTFLOW')).toEqual(['llmAgentflow', 'startAgentflow'])
    expect(of('CHATFLOW')).toEqual(['llmChain', 'chatOpenAI', 'openAIEmbeddings', 'stickyNote'])
    expect(of('MULTIAGENT')).toEqual(['llmChain', 'chatOpenAI', 'openAIEmbeddings', 'stickyNote', 'seqStart'])
  })

  test('offers the start of an agent flow only while the flow has none', () => {
    expect(of('AGENTFLOW', [{ type: 'llmAgentflow' }])).toContain('startAgentflow')
    expect(of('AGENTFLOW', [{ type: 'startAgentflow' }])).toEqual(['llmAgentflow'])
  })
})

test('the node that is called just so comes before those whose names only begin so', () => {
  const nodes = [
    define('conditionAgent', 'Condition Agent', 'Agent Flows'),
    define('condition', 'Condition', 'Agent Flows'),
  ]
  const [group] = searchNodes(nodes, 'condition')
  expect(group?.definitions.map(({ name }) => name)).toEqual(['condition', 'conditionAgent'])
})

describe('nodes that people know by other words', () => {
  const nodes = [
    define('chatAnthropic', 'Chat Anthropic', 'Chat Models'),
    define('chatOpenAI', 'Chat OpenAI', 'Chat Models'),
    define('openAIEmbeddings', 'OpenAI Embeddings', 'Embeddings'),
    define('qdrant', 'Qdrant', 'Vector Stores'),
    { ...define('ragFlow', 'Ragtime', 'Tools'), description: 'Plays with the retriever' },
    define('crqa', 'Conversational Retrieval QA', 'Chains'),
    { ...define('weather', 'Weather', 'Tools'), description: 'Needs no OpenAI' },
    { ...define('graph', 'Graph', 'Graphs'), concepts: ['databases' as const] },
    { ...define('leaf', 'Leaf', 'Graphs'), concepts: ['databases' as const] },
  ]
  const knownAs = {
    anthropic: 'claude',
    gptModels: 'gpt, chat gpt',
    retrieval: 'rag, knowledge base',
    vectorStores: 'vector db, vector database',
    databases: 'db, table',
  }
  const find = (text: string) =>
    searchNodes(nodes, text, knownAs).flatMap(({ definitions }) => definitions.map(({ name }) => name))

  test.each([
    ['claude', ['chatAnthropic']],
    ['gpt', ['chatOpenAI', 'openAIEmbeddings']],
    ['GPT embed', ['openAIEmbeddings']],
    ['chat gpt', ['chatOpenAI', 'openAIEmbeddings']],
    ['vector db', ['qdrant']],
    ['vector data', ['qdrant']],
    ['table', ['graph', 'leaf']],
    ['table leaf', ['leaf']],
    ['table salt', []],
    ['cl', []],
    ['claudette', []],
  ])('%s finds %j', (text, found) => {
    expect(find(text)).toEqual(found)
  })

  test('come behind those that have the words themselves', () => {
    const [first, ...others] = find('rag')
    expect(first).toBe('ragFlow')
    expect(others.sort()).toEqual(['crqa', 'openAIEmbeddings', 'qdrant'])
  })

  test('are found by the initials of their labels', () => {
    expect(find('crq')).toEqual(['crqa'])
    expect(find('ca')).toEqual(['chatAnthropic'])
  })
})
