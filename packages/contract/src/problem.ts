import { z } from 'zod'

/** What can be wrong with a flow. `error` refuses a run, `warning` is shown, `repair` tells what import mended. */
export const PROBLEM_CODES = [
  'node_unknown_type',
  'node_removed_type',
  'node_replaced_type',
  'node_unconnected',
  'node_duplicate_id',
  'node_missing_id',
  'node_missing_type',
  'node_guessed_type',
  'node_missing_version',
  'node_missing_size',
  'node_missing_position',
  'node_newer_version',
  'node_bad_parent',
  'node_freed',
  'data_unreadable',
  'fields_left_out',
  'param_missing',
  'param_wrong_type',
  'param_list_was_text',
  'anchor_reordered',
  'credential_missing',
  'credential_unknown',
  'secret_in_value',
  'edge_dangling',
  'edge_missing_id',
  'edge_duplicate_id',
  'edge_missing_handle',
  'edge_guessed_handle',
  'edge_unknown_anchor',
  'edge_crosses_border',
  'edge_type_mismatch',
  'edge_self',
  'edge_cycle',
  'edge_too_many',
  'edge_without_reference',
  'reference_without_edge',
  'reference_unknown_node',
  'condition_no_variable',
  'condition_no_output_name',
  'condition_no_operation',
  'condition_no_item',
  'condition_no_return',
  'start_missing',
  'start_several',
  'start_has_input',
  'start_input_type_missing',
  'ending_missing',
  'ending_wrong_kind',
  'flow_empty',
  'state_two_writers',
  'mention_span',
  'text_form',
  'extra_keys',
  'record_keys',
  'both_forms',
  'viewport_unreadable',
  'more_repairs',
] as const
export const problemCodeSchema = z.enum(PROBLEM_CODES)
export type ProblemCode = z.infer<typeof problemCodeSchema>

export const problemSchema = z.object({
  code: problemCodeSchema,
  severity: z.enum(['error', 'warning', 'repair']),
  /** Plain English words: what is wrong and what to do. */
  message: z.string(),
  /** What the message names, by which other languages say the same. */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  nodeId: z.string().optional(),
  edgeId: z.string().optional(),
  /** Path of the param inside the node, such as `conditions[0].value1`. */
  param: z.string().optional(),
})
/** One finding of `validateFlow` or of an import. */
export type Problem = z.infer<typeof problemSchema>
