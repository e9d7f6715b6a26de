import type { CredentialDefinition, NodeDefinition } from '@runnel/contract'
import type { NodeType, OpenChatModel, Provider } from '@runnel/node-kit'

/** Everything that flows can be made of, as the composition root puts it together. */
export interface Catalogue {
  definitions: NodeDefinition[]
  find(type: string): NodeDefinition | undefined
  findNode(type: string): NodeType | undefined
  credentialTypes: CredentialDefinition[]
  findCredentialType(name: string): CredentialDefinition | undefined
  /** Opens the chat models of a provider's node type. */
  findChatModel(type: string): (() => Promise<OpenChatModel>) | undefined
}

function byName<T>(entries: [string, T][], what: string): Map<string, T> {
  const map = new Map(entries)
  if (map.size !== entries.length) throw new Error(`Two ${what} of the catalogue have the same name`)
  return map
}

/** Joins the nodes and the providers into one catalogue; names must be unique. */
export function createCatalogue(nodes: NodeType[], providers: Provider[]): Catalogue {
  const all = [...nodes, ...providers.flatMap((provider) => provider.nodes)]
  const types = byName(
    all.map((type) => [type.definition.name, type]),
    'node types',
  )
  const credentialTypes = providers.flatMap((provider) => provider.credentials)
  const credentials = byName(
    credentialTypes.map((type) => [type.name, type]),
    'credential types',
  )
  const models = byName(
    providers.flatMap((provider) => Object.entries(provider.chatModels)),
    'chat models',
  )
  return {
    definitions: all.map((type) => type.definition),
    find: (type) => types.get(type)?.definition,
    findNode: (type) => types.get(type),
    credentialTypes,
    findCredentialType: (name) => credentials.get(name),
    findChatModel: (type) => models.get(type),
  }
}
