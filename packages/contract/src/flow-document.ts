import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'

/**
 * The hidden key that names a row of an array param for its whole life. Anchors of branches, `$index` rules
 * and diffs use row ids; indexes are computed at the wire, where this key never appears.
 */
export const ROW_ID = '$row'

/** Role of an edge, declared by its target anchor. */
export const edgeRoleSchema = z.enum(['component', 'value', 'sequence'])
export type EdgeRole = z.infer<typeof edgeRoleSchema>

const positionSchema = z.strictObject({ x: z.number(), y: z.number() })
const sizeSchema = z.strictObject({ width: z.number(), height: z.number() })

/** The format in which documents are kept. A reader lifts older ones and refuses newer ones. */
export const FLOW_FORMAT = 1

/**
 * The place of a node or an edge in its list: lists are in the order of rank, then of id. It stays when others come,
 * go or move, so that edits of different people need not know of each other's places.
 */
const rankSchema = z.number()

/**
 * One node of a flow as we keep it: no definition inside, only what the author chose.
 * - `values`: param name → value. Rows of array params are objects with a `ROW_ID` key. A component chosen
 *   in a `loadConfig` param is its type name; its settings stand in `{param}Config`, without ids of credentials.
 * - `outputs`: the chosen output of a node that offers a choice (`{output: 'llmChain'}`).
 * - `credentials`: param path → credential id; the path of the node's own is `credential`, of a selected
 *   component's `llmModelConfig`, of one in a row `agentTools[<row id>].agentSelectedToolConfig`.
 * - `parent`: id of the iteration node that holds this one.
 * - `extra`: unknown keys of the wire form, kept word for word (`{node: {...}, data: {...}}`); where its credential ids
 *   stood (`credentialSpellings`) and in which order the keys of its inputs came (`keyOrder`), where that is unusual.
 * - `foreignDefinition`: the definition that came with a node of an unknown type.
 */
export const flowNodeSchema = z.strictObject({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  typeVersion: z.number().optional(),
  label: z.string().max(2000),
  position: positionSchema,
  size: sizeSchema.optional(),
  parent: z.string().optional(),
  values: jsonObjectSchema,
  outputs: z.record(z.string(), z.string()).optional(),
  credentials: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
  note: z.string().optional(),
  extra: jsonObjectSchema.optional(),
  foreignDefinition: jsonObjectSchema.optional(),
  rank: rankSchema.optional(),
})
export type FlowNode = z.infer<typeof flowNodeSchema>

/**
 * One edge. Anchors are ours, not handle strings:
 * - component/value: `sourceAnchor` = name of the output (the node's type name, or the chosen option's),
 *   `targetAnchor` = name of the input param (value edges into array rows: `param[<row id>].field`);
 * - sequence: `sourceAnchor` = `out` for a plain node, the row id of the branch, or `else` / `proceed` / `reject`;
 *   `targetAnchor` = `in`.
 */
export const flowEdgeSchema = z.strictObject({
  id: z.string().min(1).max(1000),
  source: z.string(),
  sourceAnchor: z.string(),
  target: z.string(),
  targetAnchor: z.string(),
  role: edgeRoleSchema,
  label: z.string().optional(),
  extra: jsonObjectSchema.optional(),
  rank: rankSchema.optional(),
})
export type FlowEdge = z.infer<typeof flowEdgeSchema>

/**
 * The flow document: two flat lists whose order is the author's (edge order decides the order of list inputs).
 * `format` is the number under which it is kept; one without it is of the present format. `extra` holds unknown
 * top-level keys of an imported file. The viewport is kept beside the flow.
 */
export const flowDocumentSchema = z.strictObject({
  format: z.number().int().positive().optional(),
  nodes: z.array(flowNodeSchema).max(20_000),
  edges: z.array(flowEdgeSchema).max(100_000),
  extra: z.record(z.string(), jsonValueSchema).optional(),
})
export type FlowDocument = z.infer<typeof flowDocumentSchema>

/** What the canvas shows: kept beside the flow, outside revision and diffs. */
export const viewportSchema = z.strictObject({ x: z.number(), y: z.number(), zoom: z.number().positive() })
export type Viewport = z.infer<typeof viewportSchema>

/** Kinds of flow: the `type` column of the reference. */
export const flowTypeSchema = z.enum(['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT'])
export type FlowType = z.infer<typeof flowTypeSchema>
