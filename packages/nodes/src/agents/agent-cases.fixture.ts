import type { JsonObject, JsonValue } from '@runnel/contract'
import type { Component, ModelMessage, ModelReply } from '@runnel/node-kit'
import { createTestComponent, said } from '@runnel/node-kit/testing'
import { expect } from 'vitest'
import { findCases } from '../find-cases.fixture.ts'

/** How a model speaks of tools to an agent, as the tests play it. */
export interface Speech {
  /** Asks for a tool. */
  asks(tool: string, input: JsonValue): Partial<ModelReply>
  /** Gives the answer. */
  answers(text: string): Partial<ModelReply>
  /** What the talk holds after a call that went well. */
  told(call: { tool: string; input: JsonValue; result: string }): ModelMessage[]
  /** In text: a reply that cannot be read, and what the model is told of it. Natively every reply can be read. */
  broken?: { text: string; fault: RegExp }
}

/** An agent of the family and how its model speaks. */
export interface AgentCase {
  node: string
  speech: Speech
  values?: JsonObject
  /** What else is wired to it. */
  components?: Record<string, Component[]>
  /** Whether it knows the conversation. */
  remembers: boolean
  /** Whether it makes questions of a conversation stand alone first, which takes a call. */
  rephrases?: boolean
}

const native: Speech = {
  asks: (name, input) => ({ parts: [{ type: 'tool-call', id: 'c1', name, input }] }),
  answers: said,
  told: ({ tool: name, input, result }) => [
    { role: 'assistant', content: [{ type: 'tool-call', id: 'c1', name, input }] },
    { role: 'tool', content: [{ type: 'tool-result', id: 'c1', name, content: result }] },
  ],
}

const asText = (input: JsonValue) => (typeof input === 'string' ? input : JSON.stringify(input))

const react: Speech = {
  asks: (tool, input) =>
    said(
      `Thought: I need ${tool}.\nAction: ${tool}\nAction Input: ${asText(input)}\nObservation: 7\nFinal Answer: 7`,
    ),
  answers: (text) => said(`Thought: I know the answer.\nFinal Answer: ${text}`),
  told: ({ tool, input, result }) => [
    {
      role: 'assistant',
      content: `Thought: I need ${tool}.\nAction: ${tool}\nAction Input: ${asText(input)}`,
    },
    { role: 'user', content: `Observation: ${result}` },
  ],
  broken: { text: 'Thought: I wonder.', fault: /neither an Action nor a Final Answer.*"Action Input:"/ },
}

const jsonText = (action: string, input: JsonValue) =>
  `\`\`\`json\n${JSON.stringify({ action, action_input: input })}\n\`\`\``

const json: Speech = {
  asks: (tool, input) => said(`${jsonText(tool, input)}\nThe tool gave 7.`),
  answers: (text) => said(jsonText('Final Answer', text)),
  told: ({ tool, input, result }) => [
    { role: 'assistant', content: jsonText(tool, input) },
    { role: 'user', content: expect.stringContaining(`:\n${result}\n`) },
  ],
  broken: { text: '{"action": "double", ', fault: /no JSON object that can be read.*"action_input"/ },
}

const xml: Speech = {
  asks: (tool, input) =>
    said(`I look.<tool>${tool}</tool><tool_input>${asText(input)}<observation>7</observation>`),
  answers: (text) => said(`<final_answer>${text}</final_answer>`),
  told: ({ tool, input, result }) => [
    {
      role: 'assistant',
      content: `I look.<tool>${tool}</tool><tool_input>${asText(input)}</tool_input>`,
    },
    { role: 'user', content: `<observation>${result}</observation>` },
  ],
  broken: { text: '</tool>', fault: /neither <tool> nor <final_answer>.*<tool_input>/ },
}

/** Every agent of the catalogue; the tests hold each to the same. */
export const agentCases: AgentCase[] = [
  { node: 'toolAgent', speech: native, remembers: true },
  {
    node: 'conversationalRetrievalToolAgent',
    speech: native,
    remembers: true,
    rephrases: true,
    components: { vectorStoreRetriever: [createTestComponent('finder', {}, { retriever: async () => [] })] },
  },
  { node: 'conversationalAgent', speech: json, remembers: true },
  { node: 'reactAgentChat', speech: react, remembers: true },
  { node: 'reactAgentLLM', speech: react, remembers: false },
  { node: 'xmlAgent', speech: xml, remembers: true },
  ...(await findCases<AgentCase>('agents/*/*.case.fixture.ts')),
]
