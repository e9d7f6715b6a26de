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
