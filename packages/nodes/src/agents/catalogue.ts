import type { NodeType } from '@runnel/node-kit'
import { conversationalAgent } from './conversational-agent/definition.ts'
import { conversationalRetrievalToolAgent } from './conversational-retrieval-tool-agent/definition.ts'
import { reactAgentChat } from './react-agent-chat/definition.ts'
import { reactAgentLLM } from './react-agent-llm/definition.ts'
import { toolAgent } from './tool-agent/definition.ts'
import { xmlAgent } from './xml-agent/definition.ts'

/** Agents of chat flows, in the order in which menus show them. */
export const agents: readonly NodeType[] = [
  toolAgent,
  conversationalRetrievalToolAgent,
  conversationalAgent,
  reactAgentChat,
  reactAgentLLM,
  xmlAgent,
]
