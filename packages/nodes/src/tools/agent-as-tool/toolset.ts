import { flowToolset } from '../flow-toolset.ts'

/** One tool: it runs the chosen agent flow. */
export const agentAsToolToolset = flowToolset({ flow: 'selectedAgentflow', fallbackName: 'agentflow_tool' })
