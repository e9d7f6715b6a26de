import type { FakeOpenAI } from '@runnel/providers/testing'
import { agentEdge, agentNode, chainEdge, chainNode, openAIConfig } from './example-flows.ts'

/** Settings of a node of MCP tools. */
export type McpSettings = Record<string, unknown>

/** Start → Agent with the tools of MCP servers. */
export function mcpAgentFlow(vendor: FakeOpenAI, credentialId: string, servers: McpSettings[]) {
  const agentTools = servers.map(({ node = 'customMCP', ...settings }) => ({
    agentSelectedTool: node,
    agentSelectedToolConfig: { agentSelectedTool: node, ...settings },
  }))
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
    agentTools,
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Waiter'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

/** Chat model, memory and Custom MCP → Tool Agent. */
export function mcpChatFlow(vendor: FakeOpenAI, credentialId: string, settings: McpSettings) {
  const { FLOWISE_CREDENTIAL_ID: credential, ...model } = openAIConfig(vendor, credentialId)
  const chat = chainNode('chatOpenAI_0', 'ChatOpenAI', model)
  chat.data.credential = credential
  return {
    nodes: [
      chat,
      chainNode('bufferMemory_0', 'Buffer Memory', { memoryKey: 'chat_history' }),
      chainNode('customMCP_0', 'Tea house', settings),
      chainNode('toolAgent_0', 'Tool Agent', {}),
    ],
    edges: [
      chainEdge('chatOpenAI_0', 'toolAgent_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
      chainEdge('customMCP_0', 'toolAgent_0', ['tools', 'Tool']),
    ],
  }
}

/** Start → a tool that is called without a model. */
export function mcpToolFlow(settings: McpSettings, args: Record<string, string>) {
  const tool = {
    toolAgentflowSelectedTool: 'customMCP',
    toolAgentflowSelectedToolConfig: { toolAgentflowSelectedTool: 'customMCP', ...settings },
    toolInputArgs: Object.entries(args).map(([inputArgName, inputArgValue]) => ({
      inputArgName,
      inputArgValue,
    })),
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('toolAgentflow_0', 'toolAgentflow', tool, 'Kettle'),
    ],
    edges: [agentEdge('startAgentflow_0', 'toolAgentflow_0')],
  }
}
