import type { JsonObject } from '@runnel/contract'

/** A model of a vendor, as nodes of agent flows choose it. */
export interface ChosenModel {
  type: string
  settings: JsonObject
}

export const OPENAI: ChosenModel = { type: 'chatOpenAI', settings: { modelName: 'gpt-4o-mini' } }
export const ANTHROPIC: ChosenModel = { type: 'chatAnthropic', settings: { modelName: 'claude-sonnet-4-6' } }
export const GEMINI: ChosenModel = {
  type: 'chatGoogleGenerativeAI',
  settings: { modelName: 'gemini-2.5-flash' },
}
/** Answers without a key and without a network. */
export const DEMO: ChosenModel = { type: 'chatDemo', settings: {} }

/** The values by which a node asks a model; the names of its params begin with `prefix`. */
export function asks(prefix: string, { type, settings }: ChosenModel): JsonObject {
  return { [`${prefix}Model`]: type, [`${prefix}ModelConfig`]: { [`${prefix}Model`]: type, ...settings } }
}

/** The values by which a node tells its model what to do. */
export function told(prefix: string, system: string): JsonObject {
  return { [`${prefix}Messages`]: [{ role: 'system', content: system }] }
}

/** A tool of an agent; with `approved` a person agrees to each call. */
export function tool(type: string, settings: JsonObject = {}, approved = false): JsonObject {
  return {
    agentSelectedTool: type,
    agentSelectedToolConfig: { agentSelectedTool: type, ...settings },
    ...(approved && { agentSelectedToolRequiresHumanInput: true }),
  }
}

/** A tool that reads an address, or sends to it; `method` as its type has it: Get, Post, Put, Delete. */
export function request(
  method: 'Get' | 'Post' | 'Put' | 'Delete',
  { url, name, description, schema }: { url: string; name: string; description: string; schema: JsonObject },
): JsonObject {
  const stem = `requests${method}`
  const says = method === 'Get' || method === 'Delete' ? 'QueryParamsSchema' : 'BodySchema'
  return {
    [`${stem}Url`]: url,
    [`${stem}Name`]: name,
    [`${stem}Description`]: description,
    [`${stem}${says}`]: JSON.stringify(schema, null, 2),
  }
}

/** One comparison of two texts. */
export function compares(value1: string, operation: string, value2: string): JsonObject {
  return { type: 'string', value1, operation, value2 }
}

/** The values by which a node asks a model which of these holds. */
export function decides(
  model: ChosenModel,
  { instructions, input, scenarios }: { instructions: string; input: string; scenarios: readonly string[] },
): JsonObject {
  return {
    ...asks('conditionAgent', model),
    conditionAgentInstructions: instructions,
    conditionAgentInput: input,
    conditionAgentScenarios: scenarios.map((scenario) => ({ scenario })),
  }
}

/** The values by which a loop goes back to a node. */
export function goesBackTo(id: string, label: string, { times, gaveUp }: { times: number; gaveUp: string }) {
  return { loopBackToNode: `${id}-${label}`, maxLoopCount: times, fallbackMessage: gaveUp }
}

/** The start of an agent flow, with the state that its nodes share. */
export function start(state: Readonly<Record<string, string>> = {}) {
  const startState = Object.entries(state).map(([key, value]) => ({ key, value }))
  return {
    id: 'startAgentflow_0',
    label: 'Start',
    at: [0, 0] as const,
    values: { startInputType: 'chatInput', ...(startState.length > 0 && { startState }) },
  }
}
