import { existsSync, readdirSync } from 'node:fs'
import { isParam, nodeDefinitionSchema } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { nodeCatalogue } from './catalogue.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

function folderOf(typeName: string): string {
  return typeName.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

describe('the catalogue', () => {
  test('has one line for each folder and one folder for each line', () => {
    const fromLines = nodeCatalogue.map(({ definition }) => folderOf(definition.name))
    expect([...fromLines].sort()).toEqual([...folders].sort())
  })

  test('holds definitions that fit the contract', () => {
    for (const { definition } of nodeCatalogue) {
      expect(nodeDefinitionSchema.parse(definition)).toEqual(definition)
      expect(definition.type).toBe(definition.baseClasses[0])
    }
  })

  test('has a test beside the work of each node', () => {
    for (const { definition, run, build } of nodeCatalogue) {
      const folder = `${import.meta.dirname}/${folderOf(definition.name)}`
      const hasTest = readdirSync(folder).some((name) => name.endsWith('.test.ts'))
      expect({ node: definition.name, hasTest }).toEqual({
        node: definition.name,
        hasTest: Boolean(run ?? build),
      })
      expect(existsSync(`${folder}/definition.ts`)).toBe(true)
    }
  })

  test('loads the work of every node on first use', async () => {
    for (const { run, build, load } of nodeCatalogue) {
      for (const work of [run, build, ...Object.values(load ?? {})]) {
        if (work) expect(typeof (await work())).toBe('function')
      }
    }
  })

  test('gives every async option a loader', () => {
    for (const { definition, load } of nodeCatalogue) {
      const inputs = definition.inputs.flatMap((input) => [input, ...(input.array ?? [])])
      for (const { loadMethod } of inputs) {
        if (loadMethod) expect(Object.keys(load ?? {})).toContain(loadMethod)
      }
    }
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
