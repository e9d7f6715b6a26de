import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A param as definitions write it, as far as its name matters here. */
interface NamedInput {
  readonly name: string
  readonly readAs?: string
  readonly array?: readonly NamedInput[]
  readonly tabs?: readonly NamedInput[]
}

/** A definition as the catalogue holds it, as far as names matter here. */
export interface NamedDefinition {
  readonly name: string
  readonly category: string
  readonly inputs: readonly NamedInput[]
  readonly jumpsTo?: string
  readonly branches?: { readonly param: string }
}

/** What a name of the catalogue names. Types are no words of a language: other things may be called as they are. */
export interface NodeName {
  readonly what: string
  readonly isText: boolean
}

/** Names of which only the catalogue may speak. */
export type NodeNames = ReadonlyMap<string, NodeName>

/** Where the product keeps its types of nodes, and what the list is called there. */
const CATALOGUES = [
  ['packages/nodes/src/catalogue.ts', 'nodeCatalogue'],
  ['packages/providers/src/catalogue.ts', 'providerCatalogue'],
] as const

/** Of more than one word: `startState`, `Chat Models`. Single words mean something in other places too. */
const COMPOUND = /[a-z\d][A-Z]|\w \w/

/**
 * The names that cannot be meant by chance: of types and categories those of more than one word; of params besides only
 * those that carry the name of their node (`loopBackToNode` of the loop), and those whose meaning is declared. What is
 * called as its meaning (`sessionId`) is a word of the product.
 */
export function listNodeNames(definitions: readonly NamedDefinition[]): NodeNames {
  const names = new Map<string, NodeName>()
  const meanings = new Set<string | undefined>()
  for (const definition of definitions) {
    const { name: type, category, jumpsTo, branches } = definition
    const stem = type.replace(/Agentflow$/, '')
    const isOwn = (name: string) => name.startsWith(stem) && /[A-Z]/.test(name.charAt(stem.length))
    names.set(category, { what: 'a category of nodes', isText: true })
    names.set(type, { what: 'a type of node', isText: true })
    for (const { name, readAs } of listInputs(definition.inputs)) {
      meanings.add(readAs)
      const isDeclared = readAs !== undefined || name === jumpsTo || name === branches?.param
      if (isOwn(name) || isDeclared) names.set(name, { what: `a param of ${type}`, isText: false })
    }
  }
  return new Map([...names].filter(([name]) => COMPOUND.test(name) && !meanings.has(name)))
}

function listInputs(inputs: readonly NamedInput[]): NamedInput[] {
  return inputs.flatMap((input) => [input, ...listInputs(input.array ?? []), ...listInputs(input.tabs ?? [])])
}

/** Reads the names from the catalogues of the tree under `root`, which are loaded as the program loads them. */
export async function readNodeNames(root: string): Promise<NodeNames> {
  const lists = CATALOGUES.map(async ([path, list]): Promise<unknown[]> => {
    const file = join(root, path)
    return existsSync(file) ? (await import(pathToFileURL(file).href))[list] : []
  })
  const types = (await Promise.all(lists)).flat() as CatalogueEntry[]
  return listNodeNames(
    types.flatMap((entry) => ('nodes' in entry ? entry.nodes : [entry])).map(({ definition }) => definition),
  )
}

type CatalogueEntry = TypeEntry | { readonly nodes: readonly TypeEntry[] }
interface TypeEntry {
  readonly definition: NamedDefinition
}
