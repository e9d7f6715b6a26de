import {
  type CredentialDefinition,
  type InputDefinition,
  type NodeDefinition,
  RunnelError,
} from '@runnel/contract'
import type { OperationContext } from '../context.ts'

function forClient(inputs: InputDefinition[], client: string): InputDefinition[] {
  return inputs
    .filter((input) => input.client === undefined || input.client.includes(client))
    .map((input) => (input.array ? { ...input, array: forClient(input.array, client) } : input))
}

function present(definition: NodeDefinition, client: string | undefined): NodeDefinition {
  return client === undefined ? definition : { ...definition, inputs: forClient(definition.inputs, client) }
}

/** The clients that some param is meant for: all others see the same catalogue, without those params. */
export function namedClients(context: OperationContext): Set<string> {
  const ofInputs = (inputs: InputDefinition[]): string[] =>
    inputs.flatMap((input) => [...(input.client ?? []), ...ofInputs(input.array ?? [])])
  return new Set(context.catalogue.definitions.flatMap(({ inputs }) => ofInputs(inputs)))
}

/** The nodes that can be drawn, or what a setting of flows chooses among; `client` leaves out params. */
export function listNodes(
  context: OperationContext,
  client?: string,
  setting?: NodeDefinition['settingOf'],
): NodeDefinition[] {
  return context.catalogue.definitions
    .filter(({ settingOf }) => settingOf === setting)
    .map((definition) => present(definition, client))
}

/** One definition. @throws RunnelError `not_found` */
export function getNode(context: OperationContext, name: string, client?: string): NodeDefinition {
  const definition = context.catalogue.find(name)
  if (!definition) throw new RunnelError('not_found', `Node ${name} not found`)
  return present(definition, client)
}

/** Definitions of a category; the reference's clients send its name HTML-escaped. */
export function listNodesOfCategory(
  context: OperationContext,
  name: string,
  client?: string,
): NodeDefinition[] {
  const category = name.replaceAll('&amp;', '&')
  return context.catalogue.definitions
    .filter((definition) => definition.category === category)
    .map((definition) => present(definition, client))
}

/** One credential type, or several joined by `&amp;`. @throws RunnelError `not_found` */
export function getCredentialTypes(
  context: OperationContext,
  names: string,
): CredentialDefinition | CredentialDefinition[] {
  const found = names.split(/&amp;|&/).map((name) => {
    const type = context.catalogue.findCredentialType(name)
    if (!type) throw new RunnelError('not_found', `Credential ${name} not found`)
    return type
  })
  const [only] = found
  return only !== undefined && found.length === 1 ? only : found
}
