import type { NodeType } from '@runnel/node-kit'
import { agentAgentflow } from './agent-agentflow/definition.ts'
import { conditionAgentAgentflow } from './condition-agent-agentflow/definition.ts'
import { conditionAgentflow } from './condition-agentflow/definition.ts'
import { customFunctionAgentflow } from './custom-function-agentflow/definition.ts'
import { directReplyAgentflow } from './direct-reply-agentflow/definition.ts'
import { executeFlowAgentflow } from './execute-flow-agentflow/definition.ts'
import { httpAgentflow } from './http-agentflow/definition.ts'
import { humanInputAgentflow } from './human-input-agentflow/definition.ts'
import { iterationAgentflow } from './iteration-agentflow/definition.ts'
import { llmAgentflow } from './llm-agentflow/definition.ts'
import { loopAgentflow } from './loop-agentflow/definition.ts'
import { retrieverAgentflow } from './retriever-agentflow/definition.ts'
import { startAgentflow } from './start-agentflow/definition.ts'
import { toolAgentflow } from './tool-agentflow/definition.ts'

/** The steps of an agent flow, in the order in which menus show them. */
export const agentflowNodes: readonly NodeType[] = [
  startAgentflow,
  llmAgentflow,
  agentAgentflow,
  humanInputAgentflow,
  executeFlowAgentflow,
  iterationAgentflow,
  loopAgentflow,
  conditionAgentflow,
  conditionAgentAgentflow,
  customFunctionAgentflow,
  httpAgentflow,
  toolAgentflow,
  retrieverAgentflow,
  directReplyAgentflow,
]
