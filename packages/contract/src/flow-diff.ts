import { z } from 'zod'
import { flowEdgeSchema, flowNodeSchema } from './flow-document.ts'
import { jsonValueSchema } from './json.ts'

const diffStepSchema = z.union([z.string(), z.strictObject({ row: z.string() })])
/** One step of a path: a key of an object, or a row of a list by its row id. */
export type DiffStep = z.infer<typeof diffStepSchema>

const pathSchema = z.array(diffStepSchema).min(1).max(100)

/**
 * One place that changes: `['label']`, `['values', 'llmModelConfig', 'temperature']`,
 * `['values', 'conditions', {row: 'r0'}, 'value1']`. Without `from` there was nothing, without `to` nothing is left.
 */
const placeChangeSchema = z.strictObject({
  path: pathSchema,
  from: jsonValueSchema.optional(),
  to: jsonValueSchema.optional(),
})

/** The order of the rows of one list, by their ids, before and after: rows came, went or moved. */
const rowOrderChangeSchema = z.strictObject({
  path: pathSchema,
  rows: z.strictObject({ from: z.array(z.string()), to: z.array(z.string()) }),
})

const itemChangeSchema = z.union([rowOrderChangeSchema, placeChangeSchema])
/** One change inside a node, an edge or the extra keys of a document. */
export type ItemChange = z.infer<typeof itemChangeSchema>

const listDiffOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    added: z.array(item),
    removed: z.array(item),
    changed: z.array(z.strictObject({ id: z.string(), changes: z.array(itemChangeSchema) })),
  })

/**
 * A reversible change of a flow document: plain data, addressed by ids and value paths, never by places in a list.
 * What is added or removed is carried whole, with its `rank`; of what changes, only the places that do.
 */
export const flowDiffSchema = z.strictObject({
  nodes: listDiffOf(flowNodeSchema),
  edges: listDiffOf(flowEdgeSchema),
  /** Unknown top-level keys that change. */
  extra: z.array(itemChangeSchema).optional(),
})
export type FlowDiff = z.infer<typeof flowDiffSchema>
