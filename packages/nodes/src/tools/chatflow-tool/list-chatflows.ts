import type { LoadOptions } from '@runnel/node-kit'

/** The flows of the workspace that the caller may see. */
export const listChatflows: LoadOptions = async ({ listFlows }) =>
  ((await listFlows?.()) ?? []).map(({ id, name, type }) => ({
    name: id,
    label: name,
    description: type === 'AGENTFLOW' ? 'Agent flow' : 'Chat flow',
  }))
