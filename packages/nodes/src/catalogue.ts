import type { NodeType } from '@runnel/node-kit'
import { bufferMemory } from './buffer-memory/definition.ts'
import { calculator } from './calculator/definition.ts'
import { conditionAgentflow } from './condition-agentflow/definition.ts'
import { conversationChain } from './conversation-chain/definition.ts'
import { currentDateTime } from './current-date-time/definition.ts'
import { customFunctionAgentflow } from './custom-function-agentflow/definition.ts'
import { directReplyAgentflow } from './direct-reply-agentflow/definition.ts'
import { llmAgentflow } from './llm-agentflow/definition.ts'
import { llmChain } from './llm-chain/definition.ts'
import { promptTemplate } from './prompt-template/definition.ts'
import { startAgentflow } from './start-agentflow/definition.ts'
import { stickyNote } from './sticky-note/definition.ts'
import { stickyNoteAgentflow } from './sticky-note-agentflow/definition.ts'
import { toolAgent } from './tool-agent/definition.ts'

/** Every node that is not a vendor's: one line and one folder each. */
export const nodeCatalogue: NodeType[] = [
  startAgentflow,
  llmAgentflow,
  conditionAgentflow,
  customFunctionAgentflow,
  directReplyAgentflow,
  stickyNoteAgentflow,
  bufferMemory,
  promptTemplate,
  llmChain,
  conversationChain,
  toolAgent,
  calculator,
  currentDateTime,
  stickyNote,
]
