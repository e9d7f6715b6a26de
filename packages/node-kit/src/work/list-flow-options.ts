import type { LoadOptions } from '../define-node.ts'

/** The flows of the workspace that the caller may see, to run one inside another; none where they may see none. */
export const listFlowOptions: LoadOptions = async ({ listFlows }) =>
  ((await listFlows?.()) ?? []).map(({ id, name, type }) => ({
    name: id,
    label: name,
    description: type === 'AGENTFLOW' ? 'Agent flow' : 'Chat flow',
  }))
