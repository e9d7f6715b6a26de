import type { FakeOpenAI } from '@runnel/providers/testing'
import { agentEdge, agentNode, chainEdge, chainNode, openAIConfig } from './example-flows.ts'

/** The fake vendor, which talks and draws, and its key. */
interface Painter {
  vendor: FakeOpenAI
  credentialId: string
}

const painterOf = ({ vendor }: Painter) => ({ modelName: 'gpt-image-1', basepath: vendor.baseURL })

/** The tool that draws, with its image model chosen in it. */
function chosenPainter(painter: Painter, values: object): object {
  return {
    chosenImageModel: 'openAIImages',
    chosenImageModelConfig: {
      chosenImageModel: 'openAIImages',
      ...painterOf(painter),
      FLOWISE_CREDENTIAL_ID: painter.credentialId,
    },
    ...values,
  }
}

/** Start → Agent that may draw. */
export function drawingAgentFlow(painter: Painter, values: object = {}) {
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...openAIConfig(painter.vendor, painter.credentialId) },
    agentTools: [
      {
        agentSelectedTool: 'imageGenerationTool',
        agentSelectedToolConfig: {
          agentSelectedTool: 'imageGenerationTool',
          ...chosenPainter(painter, values),
        },
      },
    ],
    agentEnableMemory: true,
    agentMemoryType: 'allMessages',
    agentReturnResponseAs: 'userMessage',
  }
  return startedBy(agentNode('agentAgentflow_0', 'agentAgentflow', agent))
}

/** Start → Tool that draws what the question says. */
export function drawingStepFlow(painter: Painter) {
  const step = {
    toolAgentflowSelectedTool: 'imageGenerationTool',
    toolAgentflowSelectedToolConfig: {
      toolAgentflowSelectedTool: 'imageGenerationTool',
      ...chosenPainter(painter, {}),
    },
    toolInputArgs: [{ inputArgName: 'prompt', inputArgValue: '{{question}}' }],
  }
  return startedBy(agentNode('toolAgentflow_0', 'toolAgentflow', step))
}

function startedBy(node: ReturnType<typeof agentNode>) {
  const start = agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
  return { nodes: [start, node], edges: [agentEdge('startAgentflow_0', node.id)] }
}

/** Image model → tool → Tool Agent with a model and a memory: the same as a chat flow. */
export function drawingChatFlow(painter: Painter) {
  const { FLOWISE_CREDENTIAL_ID, ...values } = openAIConfig(painter.vendor, painter.credentialId)
  const model = chainNode('chatOpenAI_0', 'Model', values)
  const images = chainNode('openAIImages_0', 'Painter', painterOf(painter))
  model.data.credential = FLOWISE_CREDENTIAL_ID
  images.data.credential = painter.credentialId
  return {
    nodes: [
      model,
      images,
      chainNode('imageGenerationTool_0', 'Draw', {}),
      chainNode('bufferMemory_0', 'Memory', { memoryKey: 'chat_history' }),
      chainNode('toolAgent_0', 'Agent', {}),
    ],
    edges: [
      chainEdge('openAIImages_0', 'imageGenerationTool_0', ['imageModel', 'BaseImageModel']),
      chainEdge('imageGenerationTool_0', 'toolAgent_0', ['tools', 'Tool']),
      chainEdge('bufferMemory_0', 'toolAgent_0', ['memory', 'BaseChatMemory']),
      chainEdge('chatOpenAI_0', 'toolAgent_0', ['model', 'BaseChatModel']),
    ],
  }
}

/** Draws each of these one after the other, then says what it was told last. */
export function drawInTurn(prompts: readonly string[]) {
  return ({ body }: { body: { messages?: { role: string; content?: unknown }[] } }) => {
    const messages = body.messages ?? []
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    const told = messages.slice(asked + 1).filter(({ role }) => role === 'tool')
    const prompt = prompts[told.length]
    if (prompt === undefined) return { text: `I was told: ${String(told.at(-1)?.content)}` }
    return { toolCalls: [{ id: `call_${told.length}`, name: 'draw_picture', input: { prompt } }] }
  }
}

/** What the vendor was asked to draw, in order. */
export const drawingsOf = ({ requests }: FakeOpenAI): unknown[] =>
  requests.filter(({ path }) => path.endsWith('/images/generations')).map(({ body }) => body.prompt)
