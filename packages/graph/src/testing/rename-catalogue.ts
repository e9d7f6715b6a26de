import type {
  FindDefinition,
  FlowDocument,
  InputDefinition,
  JsonObject,
  JsonValue,
  NodeDefinition,
  VisibilityRule,
} from '@runnel/contract'

/** A catalogue in which every type, category and param is called otherwise, and what it makes of flows. */
export interface RenamedCatalogue {
  find: FindDefinition
  rename(document: FlowDocument): FlowDocument
  /** Names of params, also inside of paths, as they were. */
  restore(text: string): string
}

/**
 * Gives every type, category and param other names and nothing else. What is still the same then does not hang on
 * names. Fields of rows keep theirs: the meaning of their list fixes them.
 */
export function renameCatalogue(definitions: readonly NodeDefinition[]): RenamedCatalogue {
  const names = new Map<string, string>()
  for (const { name, inputs } of definitions)
    for (const each of [name, ...inputs.map((input) => input.name)])
      if (!names.has(each)) names.set(each, `zz${names.size}`)
  const other = (name: string) => names.get(name) ?? name
  const byName = new Map(
    definitions.map((definition) => [other(definition.name), renameDefinition(definition, other)]),
  )
  const old = new Map([...names].map(([from, to]) => [to, from]))
  return {
    find: (type) => byName.get(type),
    rename: (document) => ({
      ...document,
      nodes: document.nodes.map((node) => ({
        ...node,
        type: other(node.type),
        values: renameKeys(node.values, other),
      })),
    }),
    restore: (text) => text.replace(/zz\d+/g, (name) => old.get(name) ?? name),
  }
}

type Rename = (name: string) => string

function renameDefinition(definition: NodeDefinition, other: Rename): NodeDefinition {
  const { name, inputs, branches, jumpsTo } = definition
  return {
    ...definition,
    name: other(name),
    category: 'Somewhere else',
    inputs: inputs.map((input) => renameInput(input, other)),
    ...(branches ? { branches: { ...branches, param: other(branches.param) } } : {}),
    ...(jumpsTo === undefined ? {} : { jumpsTo: other(jumpsTo) }),
  }
}

function renameInput(input: InputDefinition, other: Rename): InputDefinition {
  return {
    ...renameRules(input, other),
    name: other(input.name),
    ...(input.array ? { array: input.array.map((field) => renameRules(field, other)) } : {}),
  }
}

function renameRules(input: InputDefinition, other: Rename): InputDefinition {
  const { show, hide } = input
  const renamed = (rule: VisibilityRule) =>
    Object.fromEntries(
      Object.entries(rule).map(([path, value]) => [path.replace(/^[^.[]+/, (first) => other(first)), value]),
    )
  return { ...input, ...(show ? { show: renamed(show) } : {}), ...(hide ? { hide: renamed(hide) } : {}) }
}

/** Settings of a chosen component stand under the name of their param with `Config` behind it. */
function renameKeys(values: JsonObject, other: Rename): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, JsonValue] => {
      const base = key.replace(/Config$/, '')
      return [base !== key && other(base) !== base ? `${other(base)}Config` : other(key), value]
    }),
  )
}
