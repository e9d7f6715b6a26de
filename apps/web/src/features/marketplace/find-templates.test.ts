import type { Template } from '@runnel/contract'
import { expect, test } from 'vitest'
import { findTemplates, listUsecases } from './find-templates.ts'

const make = (id: string, rest: Partial<Template> = {}): Template => ({
  id,
  templateName: id,
  description: 'Does something.',
  type: 'AgentflowV2',
  badge: '',
  framework: [],
  usecases: [],
  categories: ['Agent Flows'],
  nodeTypes: [],
  nodeCount: 1,
  ...rest,
})
const templates = [
  make('SQL Agent', { usecases: ['SQL'], description: 'Answers from a database.' }),
  make('Translator', { usecases: ['Basic'] }),
  make('LLM Chain', { usecases: ['Basic'], type: 'Chatflow', categories: ['Chains'] }),
]

test.each([
  [{}, ['SQL Agent', 'Translator', 'LLM Chain']],
  [{ q: 'agent DATABASE' }, ['SQL Agent']],
  [{ q: 'chains' }, ['LLM Chain']],
  [{ q: 'basic' }, ['Translator', 'LLM Chain']],
  [{ kind: 'chatflows' as const }, ['LLM Chain']],
  [{ kind: 'agentflows' as const, usecase: 'Basic' }, ['Translator']],
  [{ usecase: 'Nothing' }, []],
])('the address %j asks for %j', (address, names) => {
  expect(findTemplates(templates, address).map(({ id }) => id)).toEqual(names)
})

test('each use case is offered once, by name', () => {
  expect(listUsecases(templates)).toEqual(['Basic', 'SQL'])
})
