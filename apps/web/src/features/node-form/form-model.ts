import type { FindDefinition, InputDefinition, JsonObject, JsonValue } from '@runnel/contract'
import type { ValueChange } from '@runnel/graph'
import { createContext, useContext } from 'react'

/** One thing that a text may refer to; `insert` is what is written into the text. */
export interface VariableChoice {
  label: string
  insert: string
  description?: string | undefined
}

/** Choices of one origin: the chat, the state, a node before. */
export interface VariableGroup {
  label: string
  choices: VariableChoice[]
}

/** A node before the one that is edited, as loaders of options want it. */
export type PreviousNodeData = JsonObject

/** Everything that the fields of one node read and change. The editor makes it; fields know no editor. */
export interface FormModel {
  nodeId: string
  /** The flow of the node, once it is saved: options may come from its files. */
  flowId?: string | undefined
  find: FindDefinition
  isReadOnly: boolean
  /** Makes changes to the node's values as one edit. */
  change(changes: readonly ValueChange[]): void
  /** What is wrong at a path, in words. */
  errorAt(path: string): string | undefined
  /** How bad that is; the same word as among the problems of the flow. */
  severityAt(path: string): 'error' | 'warning'
  /** A field was left: from now on it says what is wrong with it, also in a node that is new. */
  leave(path: string): void
  /** The chosen credential at a path (`credential`, `llmModelConfig`). */
  credentialAt(path: string): string | undefined
  setCredential(path: string, id: string | undefined): void
  /** What texts of this node may refer to; asked when a picker opens. */
  listVariables(): VariableGroup[]
  /** Nodes before this one; asked when options are loaded. */
  listPreviousNodes(): PreviousNodeData[]
  /** Labels of the nodes that fill a param by an edge. */
  sourcesOf(path: string): string[]
}

/**
 * Whose values a field belongs to: the node itself, or the settings of a component chosen in it. `type` is the type
 * that loads options, `path` leads from the node's values to these (empty for the node itself).
 */
export interface FieldOwner {
  type: string
  path: string
  values: JsonObject
  inputs: readonly InputDefinition[]
}

/** What every kind of field gets. `path` leads from the node's values to this one. */
export interface FieldProps {
  input: InputDefinition
  owner: FieldOwner
  path: string
  value: JsonValue | undefined
}

export const FormModelContext = createContext<FormModel | undefined>(undefined)

/** The form that a field stands in. */
export function useFormModel(): FormModel {
  const model = useContext(FormModelContext)
  if (model === undefined) throw new Error('A field must stand inside a form.')
  return model
}

/** Joins two parts of a path; either may be empty. */
export function joinPath(head: string, tail: string): string {
  return head === '' ? tail : `${head}.${tail}`
}

/** Sets one value of a form. */
export function setValue(model: FormModel, path: string, value: JsonValue): void {
  model.change([{ kind: 'set', path, value }])
}
