import { agenticRag } from './agentflows/agentic-rag.ts'
import { agentsHandoff } from './agentflows/agents-handoff.ts'
import { deepResearchConversations } from './agentflows/deep-research-conversations.ts'
import { deepResearchSubagents } from './agentflows/deep-research-subagents.ts'
import { humanInTheLoop } from './agentflows/human-in-the-loop.ts'
import { interactingWithApi } from './agentflows/interacting-with-api.ts'
import { iterations } from './agentflows/iterations.ts'
import { simpleRag } from './agentflows/simple-rag.ts'
import { sqlAgent } from './agentflows/sql-agent.ts'
import { structuredOutput } from './agentflows/structured-output.ts'
import { supervisorWorker } from './agentflows/supervisor-worker.ts'
import { translator } from './agentflows/translator.ts'
import { workplaceChat } from './agentflows/workplace-chat.ts'
import { conversationChain } from './chatflows/conversation-chain.ts'
import { conversationalRetrievalQa } from './chatflows/conversational-retrieval-qa-chain.ts'
import { llmChain } from './chatflows/llm-chain.ts'
import { toolAgent } from './chatflows/tool-agent.ts'
import type { TemplateSketch } from './template-sketch.ts'

/** Every template, agent flows first, by name: one line and one file each. */
export const allTemplates: readonly TemplateSketch[] = [
  agenticRag,
  agentsHandoff,
  deepResearchConversations,
  deepResearchSubagents,
  humanInTheLoop,
  interactingWithApi,
  iterations,
  simpleRag,
  sqlAgent,
  structuredOutput,
  supervisorWorker,
  translator,
  workplaceChat,
  conversationChain,
  conversationalRetrievalQa,
  llmChain,
  toolAgent,
]
