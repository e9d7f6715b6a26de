/**
 * What a workspace holds that people made there, in the order in which it is told: counted before a workspace is deleted,
 * and while it is erased. Each is the name of its table.
 */
export const workspaceContentKinds = [
  'flows',
  'documentStores',
  'credentials',
  'variables',
  'customTools',
  'mcpServers',
  'customTemplates',
  'apiKeys',
] as const

/** A kind of thing that a workspace holds. */
export type WorkspaceContentKind = (typeof workspaceContentKinds)[number]

/** How many things of each kind a workspace holds. */
export type WorkspaceContents = Record<WorkspaceContentKind, number>

/** So many of one kind are counted, and one more: what is beyond tells nobody more, and is not gone through. */
export const MOST_CONTENTS_COUNTED = 1_000
