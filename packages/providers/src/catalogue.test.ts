import { readdirSync } from 'node:fs'
import { credentialDefinitionSchema, nodeDefinitionSchema } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { providerCatalogue } from './catalogue.ts'

/** Folders that are no vendors: what all vendors of the AI SDK have in common, and what tests need. */
const NOT_VENDORS = ['chat-completions', 'ai-sdk', 'testing']

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
      for (const credential of credentials) {
        expect(credentialDefinitionSchema.parse(credential)).toEqual(credential)
      }
    }
  })

  test('gives every node its chat model', () => {
    for (const { nodes, chatModels } of providerCatalogue) {
      const names = nodes.map(({ definition }) => definition.name)
      expect(Object.keys(chatModels).sort()).toEqual(names.sort())
    }
  })

  test('loads all work on first use', async () => {
    const works = providerCatalogue.flatMap(({ nodes, chatModels }) => [
      ...Object.values(chatModels),
      ...nodes.flatMap(({ build, load }) => [build, ...Object.values(load ?? {})]),
    ])
    for (const work of works) expect(typeof (await work?.())).toBe('function')
  })

  test('names only credentials that it brings', () => {
    const known = providerCatalogue.flatMap(({ credentials }) => credentials.map(({ name }) => name))
    for (const { definition } of providerCatalogue.flatMap(({ nodes }) => nodes)) {
      for (const name of definition.credential?.credentialNames ?? []) expect(known).toContain(name)
    }
  })
})
