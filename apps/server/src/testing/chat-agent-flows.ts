import type { FakeOpenAI } from '@runnel/providers/testing'
import { chainEdge, chainNode, chatFlow, type WireNode } from './example-flows.ts'
import { libraryParts } from './library-parts.ts'

/** How the fake model asks an agent of a chat flow for a tool, and how it answers. */
export interface FakeSpeech {
  asks(tool: string, input: object): object
  answers(text: string): object
}

const fence = (action: string, input: unknown) => ({
  text: `\`\`\`json\n${JSON.stringify({ action, action_input: input })}\n\`\`\``,
})

const react: FakeSpeech = {
  asks: (tool, input) => ({
    text: `Thought: Let me see.\nAction: ${tool}\nAction Input: ${JSON.stringify(input)}`,
  }),
  answers: (text) => ({ text: `Thought: I know the answer.\nFinal Answer: ${text}` }),
}

const native: FakeSpeech = {
  asks: (name, input) => ({ toolCalls: [{ id: 'call_1', name, input }] }),
  answers: (text) => ({ text }),
}

/** An agent of chat flows: what its model speaks, and what it takes besides model and tools. */
export interface FakeAgent {
  speech: FakeSpeech
  remembers: boolean
  retrieves?: boolean
}

/** Every agent of chat flows. */
export const FAKE_AGENTS: Record<string, FakeAgent> = {
  toolAgent: { speech: native, remembers: true },
  conversationalRetrievalToolAgent: { speech: native, remembers: true, retrieves: true },
  conversationalAgent: {
    speech: { asks: fence, answers: (text) => fence('Final Answer', text) },
    remembers: true,
  },
  reactAgentChat: { speech: react, remembers: true },
  reactAgentLLM: { speech: react, remembers: false },
  xmlAgent: {
    speech: {
      asks: (tool, input) => ({
        text: `<tool>${tool}</tool><tool_input>${JSON.stringify(input)}</tool_input>`,
      }),
      answers: (text) => ({ text: `<final_answer>${text}</final_answer>` }),
    },
    remembers: true,
  },
}

/** A flow of an agent with these tools, on the fake vendor. `as` is the type that it comes with, where that is another. */
export function chatAgentFlow(
  scene: { vendor: FakeOpenAI; credentialId: string },
  { agent, tools, as = agent }: { agent: string; tools: WireNode[]; as?: string },
) {
  const { remembers, retrieves } = FAKE_AGENTS[agent] ?? { remembers: true }
  const id = `${as}_0`
  const library = retrieves
    ? libraryParts(scene, {
        number: 0,
        text: 'Green tea wants 70 degrees.',
        to: id,
        at: ['vectorStoreRetriever', 'BaseRetriever'],
        output: 'retriever',
      })
    : { nodes: [], edges: [] }
  const modelType = remembers ? 'BaseChatModel' : 'BaseLanguageModel'
  const nodes = chatFlow(scene.vendor, scene.credentialId).nodes.slice(0, remembers ? 2 : 1)
  return {
    nodes: [...nodes, ...library.nodes, ...tools, chainNode(id, 'Agent', {})],
    edges: [
      chainEdge('chatOpenAI_0', id, ['model', modelType]),
      ...(remembers ? [chainEdge('bufferMemory_0', id, ['memory', 'BaseChatMemory'])] : []),
      ...library.edges,
      ...tools.map((tool) => chainEdge(tool.id, id, ['tools', 'Tool'])),
    ],
  }
}
