import type { Capability, CredentialDefinition, NodeDefinition, TokenPrice } from '@runnel/contract'
import type {
  Capabilities,
  CapabilityLoaders,
  CredentialTest,
  CredentialType,
  NodeType,
  Provider,
} from '@runnel/node-kit'

/** Everything that flows can be made of, as the composition root puts it together. */
export interface Catalogue {
  definitions: NodeDefinition[]
  find(type: string): NodeDefinition | undefined
  findNode(type: string): NodeType | undefined
  credentialTypes: CredentialDefinition[]
  findCredentialType(name: string): CredentialDefinition | undefined
  /** How a credential of a type is tried; undefined where it cannot be. */
  findCredentialTest(name: string): CredentialTest | undefined
  /** What a model of a type costs at the vendor's own server, as far as it is known here; undefined where it is not. */
  findPrice(type: string, modelName: string): TokenPrice | undefined
  /** The file of a component type's capability, loaded on first use; undefined when it provides none such. */
  loadCapability<Kind extends Capability>(type: string, kind: Kind): Promise<Capabilities[Kind] | undefined>
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
  const { run, provides = {} } = type
  const loaders = Object.entries(provides).map(([kind, load]) => [kind, once<unknown>(load)])
  return {
    ...type,
    ...(run && { run: once(run) }),
    provides: Object.fromEntries(loaders) as CapabilityLoaders,
  }
}

/** A type of credential as data: of its test only that there is one. */
function describeType({ test, ...definition }: CredentialType): CredentialDefinition {
  return test ? { ...definition, testable: true } : definition
}

/** Vendors name a fixed state of a model by its day: it costs what the model costs. */
const DATE_OF_MODEL = /-\d{4}-?\d\d-?\d\d$/

/**
 * Joins the nodes and the providers, with the credential types that they bring and those that are only kept, into one
 * catalogue; names must be unique. A type that is brought stands in the place of the kept one.
 */
export function createCatalogue(
  nodes: NodeType[],
  providers: Provider[],
  kept: CredentialType[] = [],
): Catalogue {
  const all = [...nodes, ...providers.flatMap((provider) => provider.nodes)].map(loadedOnce)
  const types = byName(
    all.map((type) => [type.definition.name, type]),
    'node types',
  )
  const brought = [...providers, ...all].flatMap(({ credentials = [] }) => credentials)
  const names = new Set(brought.map(({ name }) => name))
  const credentialTypes = [...new Set(brought), ...kept.filter(({ name }) => !names.has(name))]
  const credentials = byName(
    credentialTypes.map((type) => [type.name, { definition: describeType(type), test: type.test }]),
    'credential types',
  )
  return {
    definitions: all.map((type) => type.definition),
    find: (type) => types.get(type)?.definition,
    findNode: (type) => types.get(type),
    credentialTypes: [...credentials.values()].map(({ definition }) => definition),
    findCredentialType: (name) => credentials.get(name)?.definition,
    findCredentialTest: (name) => credentials.get(name)?.test,
    findPrice(type, modelName) {
      const prices = types.get(type)?.prices ?? {}
      const name = Object.hasOwn(prices, modelName) ? modelName : modelName.replace(DATE_OF_MODEL, '')
      return Object.hasOwn(prices, name) ? prices[name] : undefined
    },
    async loadCapability(type, kind) {
      return types.get(type)?.provides?.[kind]?.()
    },
  }
}
