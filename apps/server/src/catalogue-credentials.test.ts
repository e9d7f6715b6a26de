import { credentialDefinitionSchema, type InputDefinition } from '@runnel/contract'
import { nodeCatalogue } from '@runnel/nodes'
import { createCatalogue } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { expect, test } from 'vitest'

const { definitions, credentialTypes, findCredentialType } = createCatalogue(nodeCatalogue, providerCatalogue)

const listNames = (inputs: InputDefinition[]): string[] =>
  inputs.flatMap(({ credentialNames = [], array = [] }) => [...credentialNames, ...listNames(array)])

test('every credential that a node asks for is a type that somebody can fill in', () => {
  const asked = definitions.flatMap(({ credential, inputs }) =>
    listNames(credential ? [credential, ...inputs] : inputs),
  )
  expect(asked).toEqual(expect.arrayContaining(['openAIApi', 'serperApi']))
  expect(asked.filter((name) => findCredentialType(name) === undefined)).toEqual([])
})

test('types of credentials fit the contract, and keep what is secret in fields of passwords', () => {
  for (const type of credentialTypes) {
    expect(credentialDefinitionSchema.parse(type)).toEqual(type)
    expect(type.inputs.some((input) => input.type === 'password')).toBe(true)
  }
})
