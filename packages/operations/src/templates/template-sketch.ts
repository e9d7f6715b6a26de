import type { FlowType, JsonObject } from '@runnel/contract'

/** A node of a template, in short: its type is its id up to the number. Column and row are places of a coarse grid. */
export interface SketchedNode {
  id: string
  label: string
  at: readonly [column: number, row: number]
  /** What differs from the defaults of its type; rows without ids. */
  values?: JsonObject
  /** The node that holds this one; the place is then inside of it. */
  parent?: string
  /** Of a node that holds others, in places of the grid. */
  size?: readonly [columns: number, rows: number]
  /** The chosen output, of a node that offers a choice. */
  output?: string
}

/** A flow that people begin with, in short. `composeTemplate` makes the document. */
export interface TemplateSketch {
  /** Stands in addresses, and never changes. */
  id: string
  name: string
  description: string
  type: Extract<FlowType, 'AGENTFLOW' | 'CHATFLOW'>
  /** What people want it for; the marketplace filters by it. */
  usecases: readonly string[]
  /** What it does, step by step. */
  explains: string
  /** What to choose and fill in before it runs, and how to try it. */
  needs: string
  nodes: readonly SketchedNode[]
  /**
   * `source > target` each. A named output stands behind a dot at the source (`r0` is the first branch of a decision, `else` the
   * last of a comparison), an input at the target: `chatOpenAI_0 > llmChain_0.model`.
   */
  edges: readonly string[]
}
