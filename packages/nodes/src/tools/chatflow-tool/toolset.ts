import { flowToolset } from '../flow-toolset.ts'

/** One tool: it runs the chosen flow. */
export const chatflowToolset = flowToolset({ flow: 'selectedChatflow', fallbackName: 'chatflow_tool' })
