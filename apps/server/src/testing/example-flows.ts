import type { FakeOpenAI } from '@runnel/providers/testing'

/** Flows in the reference's wire form, as small as they can be, for tests that speak HTTP. */

interface WireNode {
  id: string
  type: string
  position: { x: number; y: number }
  data: Record<string, unknown>
}

let column = 0

/** One node of an agent flow by its type and inputs. */
export function agentNode(
  id: string,
  name: string,
  inputs: Record<string, unknown> = {},
  label = id,
): WireNode {
  column += 1
  return { id, type: 'agentFlow', position: { x: column * 300, y: 0 }, data: { id, name, label, inputs } }
}

/** An edge of an agent flow; `branch` is the index of a condition's output. */
export function agentEdge(source: string, target: string, branch?: number) {
  const sourceHandle = `${source}-output-${branch ?? source.split('_')[0]}`
  return {
    id: `${source}-${sourceHandle}-${target}-${target}`,
    source,
    sourceHandle,
    target,
    targetHandle: target,
    type: 'agentFlow',
    data: {},
  }
}

/** Start → Direct Reply. */
export function replyFlow(message = 'You said {{question}}') {
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', { directReplyMessage: message }, 'Reply'),
    ],
    edges: [agentEdge('startAgentflow_0', 'directReplyAgentflow_0')],
  }
}

/** What an LLM node of the fake vendor needs. */
export function openAIConfig(vendor: FakeOpenAI, credentialId: string, extra: Record<string, unknown> = {}) {
  return { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, FLOWISE_CREDENTIAL_ID: credentialId, ...extra }
}

/** Start → `count` LLM nodes in a row, on the fake vendor. */
export function llmFlow(vendor: FakeOpenAI, credentialId: string, count = 1) {
  const ids = Array.from({ length: count }, (_, index) => `llmAgentflow_${index}`)
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      ...ids.map((id) =>
        agentNode(id, 'llmAgentflow', {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...openAIConfig(vendor, credentialId) },
          llmEnableMemory: true,
          llmMemoryType: 'allMessages',
          llmReturnResponseAs: 'userMessage',
        }),
      ),
    ],
    edges: ['startAgentflow_0', ...ids]
      .slice(0, -1)
      .map((source, index) => agentEdge(source, ids[index] ?? '')),
  }
}
