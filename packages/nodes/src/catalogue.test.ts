import { existsSync, readdirSync } from 'node:fs'
import { isParam, nodeDefinitionSchema } from '@runnel/contract'
import { undeclaredHosts } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from './catalogue.ts'

const listFolders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Folders of nodes, as `<family>/<node>`: two families may have a node of the same name. */
const folders = listFolders(import.meta.dirname).flatMap((family) =>
  listFolders(`${import.meta.dirname}/${family}`).map((name) => `${family}/${name}`),
)

const foldersOf = (typeName: string) => folders.filter((path) => path.endsWith(`/${folderOf(typeName)}`))

function folderOf(typeName: string): string {
  return typeName.replace(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
}

describe('the catalogue', () => {
  test('has one line for each folder and one folder for each line', () => {
    const fromLines = nodeCatalogue.map(({ definition }) => folderOf(definition.name))
    const names = folders.map((path) => path.slice(path.indexOf('/') + 1))
    expect([...fromLines].sort()).toEqual(names.sort())
  })

  test('holds definitions that fit the contract', () => {
    for (const { definition } of nodeCatalogue) {
      expect(nodeDefinitionSchema.parse(definition)).toEqual(definition)
      expect(definition.type).toBe(definition.baseClasses[0])
    }
  })

  test('has a test beside the work of each node, or one that holds its whole family', () => {
    for (const { definition, run, provides } of nodeCatalogue) {
      const hasWork = Boolean(run ?? provides)
      for (const folder of foldersOf(definition.name).map((path) => `${import.meta.dirname}/${path}`)) {
        const hasOwn = readdirSync(folder).some((name) => /\.(?:test|case\.fixture)\.ts$/.test(name))
        const hasTest = hasOwn || (hasWork && existsSync(`${folder}/../family.test.ts`))
        expect({ node: definition.name, hasTest }).toEqual({
          node: definition.name,
          hasTest: hasWork,
        })
        expect(existsSync(`${folder}/definition.ts`)).toBe(true)
      }
    }
  })

  test('loads the work of every node on first use', async () => {
    const works = nodeCatalogue.flatMap(({ run, load }) => [run, ...Object.values(load ?? {})])
    for (const work of works) if (work) expect(typeof (await work())).toBe('function')
    const capabilities = nodeCatalogue.flatMap(({ provides }) => Object.values(provides ?? {}))
    for (const capability of capabilities) expect(await capability()).toBeTruthy()
  })

  test('has the nodes of agent flows, each with a colour and an icon of its own [S3-NODE-23 S3-AGNODE-01..13 S3-AGNODE-14 S3-AGNODE-15]', () => {
    const agentNodes = nodeCatalogue
      .map(({ definition }) => definition)
      .filter(({ category }) => category === 'Agent Flows')
    const ofTheReference = [
      'agentAgentflow',
      'conditionAgentAgentflow',
      'conditionAgentflow',
      'customFunctionAgentflow',
      'directReplyAgentflow',
      'executeFlowAgentflow',
      'httpAgentflow',
      'humanInputAgentflow',
      'iterationAgentflow',
      'llmAgentflow',
      'loopAgentflow',
      'retrieverAgentflow',
      'startAgentflow',
      'stickyNoteAgentflow',
      'toolAgentflow',
    ]
    expect(agentNodes.map(({ name }) => name)).toEqual(expect.arrayContaining(ofTheReference))
    const looks = agentNodes.map(({ color, icon }) => [color, icon])
    for (const column of [0, 1]) {
      const values = looks.map((look) => look[column])
      expect(values).not.toContain(undefined)
      expect(new Set(values).size).toBe(values.length)
    }
  })

  test('has vector stores [S3-NODE-25]', () => {
    expect(nodeCatalogue.map(({ definition }) => definition.category)).toContain('Vector Stores')
  })

  test('gives every async option a loader', () => {
    for (const { definition, load } of nodeCatalogue) {
      const inputs = definition.inputs.flatMap((input) => [input, ...(input.array ?? [])])
      for (const { loadMethod } of inputs) {
        if (loadMethod) expect(Object.keys(load ?? {})).toContain(loadMethod)
      }
    }
  })

  test('says of every node that takes a credential where it may go', () => {
    for (const definition of nodeCatalogue.map((type) => type.definition))
      expect(undeclaredHosts(definition)).toEqual([])
  })

  test('tells params from anchors by type', () => {
    const chain = nodeCatalogue.find(({ definition }) => definition.name === 'llmChain')?.definition
    expect(chain?.inputs.filter((input) => !isParam(input)).map(({ name }) => name)).toEqual([
      'model',
      'prompt',
      'outputParser',
      'inputModeration',
    ])
  })
})
