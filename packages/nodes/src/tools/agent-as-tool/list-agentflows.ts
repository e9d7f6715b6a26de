import { type LoadOptions, listFlowOptions } from '@runnel/node-kit'

/** The agent flows of the workspace that the caller may see. */
export const listAgentflows: LoadOptions = (context) => {
  const { listFlows } = context
  if (!listFlows) return listFlowOptions(context)
  return listFlowOptions({
    ...context,
    listFlows: async () => (await listFlows()).filter(({ type }) => type === 'AGENTFLOW'),
  })
}
