import type { FakeAnthropic, FakeAnthropicReply, FakeAnthropicRequest } from '@runnel/providers/testing'
import { agentEdge, agentNode, chainEdge, chainNode } from './example-flows.ts'
import type { TestCaller } from './test-caller.ts'

/** Long enough for the vendor to keep it: from 1,024 tokens on. */
const SYSTEM_MESSAGE = `You compute with the calculator. ${'Be exact and kind. '.repeat(700)}`

/** Stores an Anthropic key and gives the credential's id. */
export async function makeAnthropicCredential(caller: TestCaller): Promise<string> {
  const made = await caller.expect<{ id: string }>(200, 'POST', '/credentials', {
    name: 'Anthropic',
    credentialName: 'anthropicApi',
    plainDataObj: { anthropicApiKey: 'sk-ant-test-key' },
  })
  return made.id
}

function modelInputs(vendor: FakeAnthropic) {
  return {
    modelName: 'claude-sonnet-4-5',
    basepath: vendor.baseURL,
    allowImageUploads: true,
    extendedThinking: true,
    budgetTokens: 2048,
    streaming: true,
  }
}

/** Model with thinking, memory and calculator → Tool Agent. */
export function thinkingAgentFlow(vendor: FakeAnthropic, credentialId: string) {
  const model = chainNode('chatAnthropic_0', 'Claude', modelInputs(vendor))
  model.data.credential = credentialId
  return {
    nodes: [
      model,
      chainNode('bufferMemory_0', 'Buffer Memory', { memoryKey: 'chat_history' }),
      chainNode('calculator_0', 'Calculator', {}),
      chainNode('toolAgent_0', 'Tool Agent', { systemMessage: SYSTEM_MESSAGE }),
    ],
    edges: [
      chainEdge('chatAnthropic_0', 'toolAgent_0', ['model', 'BaseChatModel']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
      chainEdge('calculator_0', 'toolAgent_0', ['tools', 'Tool']),
    ],
  }
}

/** Start → Agent with thinking, memory and calculator, or other tools: the same of an agent flow. */
export function thinkingAgentStep(
  vendor: FakeAnthropic,
  credentialId: string,
  tools: Record<string, unknown> = { agentTools: [{ agentSelectedTool: 'calculator' }] },
) {
  const agent = {
    agentModel: 'chatAnthropic',
    agentModelConfig: {
      agentModel: 'chatAnthropic',
      ...modelInputs(vendor),
      FLOWISE_CREDENTIAL_ID: credentialId,
    },
    agentMessages: [{ role: 'system', content: SYSTEM_MESSAGE }],
    ...tools,
    agentEnableMemory: true,
    agentMemoryType: 'allMessages',
    agentUserMessage: '{{question}}',
    agentReturnResponseAs: 'assistantMessage',
  }
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      agentNode('agentAgentflow_0', 'agentAgentflow', agent, 'Clerk'),
    ],
    edges: [agentEdge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

/** Start → two LLM nodes with thinking, the second one with a system message of its own. */
export function thinkingLlmFlow(vendor: FakeAnthropic, credentialId: string) {
  const llm = (id: string, inputs: Record<string, unknown>) =>
    agentNode(id, 'llmAgentflow', {
      llmModel: 'chatAnthropic',
      llmModelConfig: {
        llmModel: 'chatAnthropic',
        ...modelInputs(vendor),
        FLOWISE_CREDENTIAL_ID: credentialId,
      },
      llmEnableMemory: true,
      llmMemoryType: 'allMessages',
      ...inputs,
    })
  return {
    nodes: [
      agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
      llm('llmAgentflow_0', { llmReturnResponseAs: 'assistantMessage' }),
      llm('llmAgentflow_1', {
        llmReturnResponseAs: 'assistantMessage',
        llmMessages: [{ role: 'system', content: 'Be brief.' }],
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'llmAgentflow_0'), agentEdge('llmAgentflow_0', 'llmAgentflow_1')],
  }
}

/** How many answers of tools stand behind what a person said last. */
export function toolTurns({ body }: FakeAnthropicRequest): number {
  const messages = body.messages ?? []
  const isResult = ({ content }: (typeof messages)[number]) =>
    Array.isArray(content) && content.some(({ type }) => type === 'tool_result')
  const asked = messages.findLastIndex((message) => message.role === 'user' && !isResult(message))
  return messages.slice(asked + 1).filter(isResult).length
}

/** A model that calls the calculator twice, thinking each time, and then answers. */
export function computeTwice(request: FakeAnthropicRequest): FakeAnthropicReply | undefined {
  if (!request.body.tools) return undefined
  const turn = toolTurns(request)
  const thinking = `I think in turn ${turn}.`
  if (turn >= 2) return { thinking, text: 'It is all 6.' }
  return {
    thinking,
    redactedThinking: `sealed ${turn}`,
    toolCalls: [{ name: 'calculator', input: { input: `${turn + 1}*2` } }],
  }
}

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PDF = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n%%EOF').toString('base64')}`

/** A picture and a document, as published clients send them. */
export const pictureAndDocument = [
  { type: 'file', name: 'dot.png', mime: 'image/png', data: PNG },
  { type: 'file', name: 'terms.pdf', mime: 'application/pdf', data: PDF },
]
