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

/** Loads once: asking the module loader at every step of every run costs more than the step. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

function loadedOnce(type: NodeType): NodeType {
  const { run, build } = type
  return { ...type, ...(run && { run: once(run) }), ...(build && { build: once(build) }) }
}

/** Joins the nodes and the providers into one catalogue; names must be unique. */
export function createCatalogue(nodes: NodeType[], providers: Provider[]): Catalogue {
  const all = [...nodes, ...providers.flatMap((provider) => provider.nodes)].map(loadedOnce)
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
    providers
      .flatMap((provider) => Object.entries(provider.chatModels))
      .map(([name, load]) => [name, once(load)]),
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
