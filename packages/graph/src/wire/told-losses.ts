import type { Problem, ProblemCode } from '@runnel/contract'

/** Fields whose loss another problem of the same node or edge tells in plainer words. */
const TOLD_BY: Partial<Record<ProblemCode, readonly string[]>> = {
  node_missing_id: ['id', 'data.id'],
  node_duplicate_id: ['id', 'data.id'],
  node_missing_type: ['data.name'],
  node_guessed_type: ['data.name'],
  node_missing_version: ['data.version'],
  node_missing_position: ['position'],
  node_freed: ['parentNode', 'parentId', 'extent'],
  data_unreadable: ['data'],
  edge_missing_id: ['id'],
  edge_duplicate_id: ['id'],
}

/** Where the values of a wire node stand. */
export const INPUTS = 'data.inputs.'

/** True when a path is that of a field, or of something inside it. */
export function isAtField(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)
}

/** Problems of a param that tell that its value is another one now. */
const TELLS_OF_PARAM: readonly ProblemCode[] = ['param_list_was_text', 'edge_without_reference']

/** The fields of a node or edge whose change one of its problems tells. */
export function toldFields(problems: readonly Problem[]): ReadonlySet<string> {
  const fields = problems.flatMap(({ code, param = '' }) => {
    const [root = ''] = TELLS_OF_PARAM.includes(code) ? param.split(/[.[]/, 1) : []
    return [...(TOLD_BY[code] ?? []), ...(root === '' ? [] : [INPUTS + root])]
  })
  return new Set(fields)
}

/** True when a path is that of one of the fields, or of something inside it. */
export function isTold(path: string, fields: ReadonlySet<string>): boolean {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))
  return fields.has(path) || ends.some((outer) => fields.has(outer))
}
