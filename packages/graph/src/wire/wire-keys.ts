import type { NodeDefinition } from '@runnel/contract'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { REFERENCE_NAMES } from '../reference/reference-names.ts'

/** Keys of a wire node that we keep in fields of our own, or that are only the view of a moment. */
export const NODE_KEYS = [
  'id',
  'type',
  'position',
  'positionAbsolute',
  'width',
  'height',
  'measured',
  'selected',
  'dragging',
  'resizing',
  'data',
  'parentNode',
  'parentId',
  'extent',
] as const

/** Keys of `data` that we keep in fields of our own, or that are only the state of a run. */
export const DATA_KEYS = [
  'id',
  'label',
  'version',
  'name',
  'inputs',
  'outputs',
  'credential',
  'selected',
  'status',
  'error',
] as const

/** Keys of `data` that belong to the definition: the catalogue's for known types, kept for unknown ones. */
export const DEFINITION_KEYS = [
  'type',
  'icon',
  'baseClasses',
  'tags',
  'category',
  'description',
  'color',
  'badge',
  'author',
  'hint',
  'documentation',
  'warning',
  'deprecateMessage',
  'filePath',
  'loadMethods',
  'hideInput',
  'hideOutput',
  'inputParams',
  'inputAnchors',
  'outputAnchors',
] as const

/** The key of `data` under which our own fields travel; other programs keep it as an unknown key. */
export const OWN_KEY = 'runnel'

/** The `type` of a wire node, by which the canvas of the reference picks its component. */
export function wireNodeType(definition: Pick<NodeDefinition, 'kind' | 'canvas' | 'holdsNodes'>): string {
  if (definition.kind === 'note') return REFERENCE_NAMES.notes
  if (definition.holdsNodes) return 'iteration'
  return isAgentFlowNode(definition) ? 'agentFlow' : 'customNode'
}
