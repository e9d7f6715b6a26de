import type { JsonObject, NodeDefinition, ParamOption } from '@runnel/contract'
import type { Component } from './component.ts'
import type { BuildContext, StepContext, StepOutput } from './node-context.ts'

/** Runs a step; thrown `RunnelError`s keep their code, anything else becomes `step_failed`. */
export type RunNode = (context: StepContext) => Promise<StepOutput>

/** Builds a component from its values; has no effect. */
export type BuildNode = (context: BuildContext) => Component | Promise<Component>

/** A node before the one that asks, in the wire form that the editor sends. */
export interface PreviousNode {
  id: string
  /** Type name. */
  name: string
  label: string
  inputs: JsonObject
}

/** What a loader of options may use (`POST /node-load-method/:name`). */
export interface LoadContext {
  values: JsonObject
  /** Every definition that the product knows, nodes and providers: loaders that list nodes choose from it. */
  catalogue: NodeDefinition[]
  /** Nodes that come before this one in the flow; empty when the editor sent none. */
  previousNodes: PreviousNode[]
  /** Plain fields of the chosen credential, opened for this call only; undefined when none is chosen. */
  credential?: Record<string, string>
  fetch: (
    url: string,
    init?: { headers?: Record<string, string>; signal?: AbortSignal },
  ) => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>
  signal: AbortSignal
}

/** Loads the options of an `asyncOptions` param. A fault is thrown; the operation turns it into an empty list. */
export type LoadOptions = (context: LoadContext) => Promise<ParamOption[]>

/** Lifts the values of a node saved by version `from` to the next one; the meaning stays what it was. */
export interface NodeMigration {
  /** Our own whole number, rising; beside it `below`: applies to nodes whose `typeVersion` is lower. */
  number: number
  below: number
  migrate(values: JsonObject): JsonObject
}

/**
 * A type of node: its definition as data, and its work, loaded on first use so that a start stays quick.
 * Exactly one of `build` (components) and `run` (steps, triggers) is given; notes have neither.
 */
export interface NodeType {
  definition: NodeDefinition
  build?: () => Promise<BuildNode>
  run?: () => Promise<RunNode>
  load?: Record<string, () => Promise<LoadOptions>>
  /** An own mark, for `/node-icon/:name`: one-colour SVG text that draws with `currentColor`. */
  iconSvg?: string
  migrations?: NodeMigration[]
}

/** Checks and returns a node type; a contradiction (kind without its work) is a programming error. */
export function defineNode(type: NodeType): NodeType {
  const { kind, name } = type.definition
  const isComponent = kind === 'component'
  const isStep = kind === 'step' || kind === 'trigger'
  if (isComponent !== (type.build !== undefined))
    throw new Error(`${name}: a component has build, others have not`)
  if (isStep !== (type.run !== undefined))
    throw new Error(`${name}: a step or trigger has run, others have not`)
  return type
}
