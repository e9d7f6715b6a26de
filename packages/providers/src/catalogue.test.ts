import { readdirSync } from 'node:fs'
import { credentialDefinitionSchema, nodeDefinitionSchema } from '@runnel/contract'
import { undeclaredHosts } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'

/** Folders that are no vendors: what all vendors of the AI SDK have in common, and what tests need. */
const NOT_VENDORS = ['ai-sdk', 'testing']

describe('the catalogue of vendors', () => {
  test('has one line for each folder and one folder for each line', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_VENDORS.includes(entry.name))
      .map(({ name }) => name)
    expect(providerCatalogue.map(({ name }) => name).sort()).toEqual(folders.sort())
  })

  test('holds definitions that fit the contract', () => {
    for (const { nodes, credentials } of providerCatalogue) {
      for (const { definition } of nodes) expect(nodeDefinitionSchema.parse(definition)).toEqual(definition)
      for (const { test: _asked, ...credential } of credentials) {
        expect(credentialDefinitionSchema.parse(credential)).toEqual(credential)
      }
    }
  })

  test('says of every node that takes a credential where it may go', () => {
    for (const { nodes } of providerCatalogue) {
      for (const { definition } of nodes) expect(undeclaredHosts(definition)).toEqual([])
    }
  })

  test.each<[node: string, defaults: Record<string, unknown>]>([
    ['chatIBMWatsonx', { presencePenalty: 1, topP: 0.1, n: 1 }],
    ['chatHuggingFace', { temperature: undefined }],
    ['huggingFaceInference_LLMs', { temperature: undefined }],
    ['AWSBedrockEmbeddings', { batchSize: 50, maxRetries: 5 }],
    ['azureOpenAIEmbeddings', { batchSize: 100 }],
    ['baiduQianfanEmbeddings', { batchSize: 1 }],
    ['mistralAIEmbeddings', { batchSize: 512, stripNewLines: true }],
  ])('begins %s with the values that Flowise begins it with', (name, defaults) => {
    const nodes = providerCatalogue.flatMap((provider) => provider.nodes)
    const inputs = nodes.find(({ definition }) => definition.name === name)?.definition.inputs ?? []
    const found = Object.keys(defaults).map((param) => [
      param,
      inputs.find((input) => input.name === param)?.default,
    ])
    expect(Object.fromEntries(found)).toEqual(defaults)
  })

  test('loads all work on first use', async () => {
    const works = providerCatalogue.flatMap(({ nodes }) =>
      nodes.flatMap(({ provides, load }) => [...Object.values(provides ?? {}), ...Object.values(load ?? {})]),
    )
    expect(works.length).toBeGreaterThan(0)
    for (const work of works) expect(await work()).toBeTruthy()
  })

  test('names only credentials that it brings', () => {
    const known = providerCatalogue.flatMap(({ credentials }) => credentials.map(({ name }) => name))
    for (const { definition } of providerCatalogue.flatMap(({ nodes }) => nodes)) {
      for (const name of definition.credential?.credentialNames ?? []) expect(known).toContain(name)
    }
  })
})
