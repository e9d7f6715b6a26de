import type { JsonObject } from '@runnel/contract'

/**
 * A component of a flow: a model, a memory, a tool … as plain data. Nothing is opened or built; what it can be used
 * for is in the files of its capabilities, which get it as their first argument.
 */
export interface Component {
  /** The node that it is, or that chose it. */
  nodeId: string
  /** Type name. */
  type: string
  label: string
  /** Params with defaults, overrides and variables applied. */
  values: JsonObject
  /** Params whose values are files, by its definition: a text in any other is text, whatever it looks like. */
  fileParams?: string[]
  /** It does nothing without a file, by its definition. */
  needsFile?: true
  /** Params whose values are ids of document stores, by its definition: what they hold changes. */
  storeParams?: string[]
  /** It asks servers, by its definition: what it gives changes while its settings stay. */
  readsOutside?: true
  /** Param path → id of a credential; its own is `credential`. */
  credentials: Record<string, string>
  /** Whose it is where it is not the flow's that uses it: the id of a document store. What it keeps is kept apart by that. */
  owner?: string
  /** Name of the chosen output. */
  output: string
  /** What is wired to it, or chosen inside it, by anchor or param name, in edge order. */
  anchors: Record<string, Component[]>
}
