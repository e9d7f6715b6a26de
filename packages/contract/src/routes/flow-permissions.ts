/** Any of these lets a caller read flows. */
export const VIEW_FLOWS = [
  'chatflows:view',
  'chatflows:update',
  'agentflows:view',
  'agentflows:update',
] as const
/** Any of these lets a caller make and change flows. */
export const EDIT_FLOWS = [
  'chatflows:create',
  'chatflows:update',
  'agentflows:create',
  'agentflows:update',
] as const
/** Any of these lets a caller delete flows. */
export const REMOVE_FLOWS = ['chatflows:delete', 'agentflows:delete', 'assistants:delete'] as const
/** Any of these lets a caller run flows; which kinds, says the permission of the kind. */
export const RUN_FLOWS = [...VIEW_FLOWS, 'assistants:view', 'assistants:update'] as const
