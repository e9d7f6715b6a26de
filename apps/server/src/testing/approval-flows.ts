import type { FakeOpenAI } from '@runnel/providers/testing'
import { agentEdge, agentNode, openAIConfig } from './example-flows.ts'

/** Start → Human Input, with an answer for each branch. */
export function chiefFlow() {
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode(
        'humanInputAgentflow_0',
        'humanInputAgentflow',
        {
          humanInputDescriptionType: 'fixed',
          humanInputDescription: 'May we: {{question}}',
          humanInputEnableFeedback: true,
        },
        'Ask the chief',
      ),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
        directReplyMessage: 'The chief agrees: {{humanInputAgentflow_0}}',
      }),
      agentNode('directReplyAgentflow_1', 'directReplyAgentflow', {
        directReplyMessage: 'The chief refuses: {{humanInputAgentflow_0}}',
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'humanInputAgentflow_0'),
      agentEdge('humanInputAgentflow_0', 'directReplyAgentflow_0', 0),
      agentEdge('humanInputAgentflow_0', 'directReplyAgentflow_1', 1),
    ],
  }
}

/** Start → Agent with two tools that a person must agree to, and one that runs a flow that asks by itself. */
export function approvalFlow(vendor: FakeOpenAI, ids: { credentialId: string; chiefFlowId: string }) {
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, ids.credentialId) },
    agentTools: [
      { agentSelectedTool: 'calculator', agentSelectedToolRequiresHumanInput: true },
      { agentSelectedTool: 'currentDateTime', agentSelectedToolRequiresHumanInput: true },
      {
        agentSelectedTool: 'ChatflowTool',
        agentSelectedToolConfig: {
          selectedChatflow: ids.chiefFlowId,
          name: 'ask_the_chief',
          description: 'Asks the chief for leave.',
        },
      },
    ],
    agentEnableMemory: true,
    agentMemoryType: 'allMessages',
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

interface FakeMessage {
  role: string
  content?: unknown
}

/** Calls all three tools at once, then says what they gave. */
export function playClerk({ body }: { body: { messages?: FakeMessage[] } }) {
  const results = (body.messages ?? []).filter(({ role }) => role === 'tool')
  if (results.length > 0) return { text: results.map(({ content }) => String(content)).join(' | ') }
  return {
    toolCalls: [
      { id: 'call_1', name: 'calculator', input: { input: '2 + 2' } },
      { id: 'call_2', name: 'current_date_time', input: { timeZone: 'Europe/Berlin' } },
      { id: 'call_3', name: 'ask_the_chief', input: { input: 'spend 4?' } },
    ],
  }
}
