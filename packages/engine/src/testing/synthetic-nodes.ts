import { isJsonObject, type JsonObject, type JsonValue, textOf } from '@runnel/contract'
import type { Component, RunNode, StepContext, Toolset } from '@runnel/node-kit'

/**
 * Nodes for tests of the engine. Their values say what they do:
 * - `plain`: `set` is merged into the state, `say` is the content (default: the node's id), `history` is added,
 *   `forgets` hides earlier runs, `fires` names the outputs that fire;
 * - `ask`: asks the model `prompt` once or, as a list, several times, and shows the answers;
 * - `branch`: `fulfilled` lists the conditions, or `key` and `rows` pick one by a number in the state;
 * - `count`: adds one to the number under `key` of the state;
 * - `subflow`: runs `flow`, then asks the model what `after` lists;
 * - `crew`: calls the tools that `tools` lists, all at once (`{name, effects, flow, approve, ask}`);
 * - `loop`, `iterate`, `human`, `fail`, `tool`, `code`: one engine feature each.
 */
export const syntheticNodes: Record<string, RunNode> = {
  plain: async (context) => ({
    output: { content: context.values.say ?? context.node.id },
    ...readState(context),
    ...(Array.isArray(context.values.fires) && { fires: context.values.fires.map(String) }),
    ...(context.values.forgets === true && { forgetsHistory: true }),
    ...(context.values.history === true && { history: [{ role: 'user', content: context.node.id }] }),
  }),
  ask: runAsk,
  branch: async (context) => ({
    output: { content: context.node.id },
    conditions: readConditions(context).map((isFulfilled) => ({ isFulfilled })),
    ...readState(context),
  }),
  count: async ({ node, values, state }) => {
    const key = String(values.key)
    const counted = typeof state[key] === 'number' ? state[key] : 0
    return { output: { content: `${node.id}:${counted + 1}` }, state: { ...state, [key]: counted + 1 } }
  },
  loop: async ({ values }) => ({
    output: { content: 'back' },
    loop: {
      target: String(values.target),
      maxCount: Number(values.max),
      fallback: String(values.fallback ?? 'enough'),
    },
  }),
  iterate: async ({ values, runChildren }) => {
    const concurrency = Number(values.parallel ?? 1)
    const { results, state, writtenKeys } = await runChildren(readList(values.items), { concurrency })
    return {
      output: { iterationResults: results, content: results.join('\n') },
      state,
      writtenKeys,
    }
  },
  subflow: async ({ values, runFlow, model }) => {
    const question = String(values.question ?? 'q')
    const answer = await runFlow({ flowId: String(values.flow), question, conversation: 'chat', show: true })
    for (const prompt of readList(values.after))
      await model(fakeModel, { messages: [{ role: 'user', content: String(prompt) }] }, { show: true })
    return { output: { content: `sub:${answer.content}` } }
  },
  crew: async ({ values, listTools, callTool, each }) => {
    const components = readList(values.tools).filter(isJsonObject).map(toolComponent)
    const tools = await listTools(components)
    const said = await Promise.all(
      tools.map((tool, index) =>
        callTool({ ...tool, needsApproval: components[index]?.values.approve === true }, { n: index }),
      ),
    )
    const twice = await each(said, async ({ content }, call) => call.code(`note ${content}`, {}), {
      concurrency: 2,
    })
    return { output: { content: said.map(({ content }) => content).join(' '), noted: twice } }
  },
  human: async ({ node, ask, values }) => {
    const deadlineAt = typeof values.deadlineAt === 'number' ? { deadlineAt: values.deadlineAt } : {}
    const answer = await ask({
      action: { id: node.id, data: { nodeId: node.id } },
      shown: { content: 'asked' },
      ...deadlineAt,
      ...(values.late === 'proceed' && { outcomeAtDeadline: 'proceed' }),
    })
    return {
      output: { content: answer.feedback ?? answer.type },
      conditions: [{ isFulfilled: answer.type === 'proceed' }, { isFulfilled: answer.type === 'reject' }],
    }
  },
  fail: async ({ node, values }) => {
    throw new Error(String(values.message ?? `${node.id} failed`))
  },
  tool: async (context) => {
    const [tool] = await context.listTools([toolComponent(context.values)])
    if (!tool) throw new Error('There is no tool.')
    const called = await context.callTool(tool, context.values.input ?? 'x')
    return { output: { content: called.content, usedTools: [toJson(called.used)] } }
  },
  code: async ({ code, values }) => ({ output: { content: await code(String(values.code), {}) } }),
  reply: async ({ values, emitText, node }) => {
    const text = String(values.say ?? node.id)
    emitText(text)
    return { output: { content: text } }
  },
}

async function runAsk(context: StepContext): ReturnType<RunNode> {
  const { values, model, input, isFirst } = context
  const prompts = Array.isArray(values.prompt) ? values.prompt : [values.prompt ?? input]
  const texts: string[] = []
  for (const prompt of prompts) {
    const { parts } = await model(
      fakeModel,
      { messages: [{ role: 'user', content: String(prompt) }] },
      { show: values.hidden !== true },
    )
    texts.push(textOf(parts))
  }
  const content = texts.join('')
  return {
    output: { content, isFirst },
    history: [{ role: 'assistant', content }],
    ...readState(context),
  }
}

/** A component of a type that the fake ports know. */
function component(type: string, values: JsonObject = {}): Component {
  return { nodeId: type, type, label: type, values, credentials: {}, output: type, anchors: {} }
}

/** The fake vendor's model. */
export const fakeModel = component('fakeModel')

const toolComponent = (values: JsonObject) => component('fakeTool', values)

/** A tool that leaves its mark through the sandbox, runs a flow (and `hands` on what it made), or asks a person. */
export const syntheticToolset: Toolset = {
  list: ({ values }) => {
    const effects = values.effects === 'write' || values.effects === 'none' ? values.effects : 'read'
    return [{ name: String(values.name ?? 'tool'), description: 'A tool', inputSchema: {}, effects }]
  },
  call: async ({ values }, { tool, input }, call) => {
    if (values.broken === true) throw new Error('tool broke')
    if (typeof values.flow === 'string') {
      const answer = await call.runFlow({
        flowId: values.flow,
        question: JSON.stringify(input),
        conversation: 'session',
      })
      return values.hands === true ? answer : { content: answer.content }
    }
    if (values.ask === true) {
      const answer = await call.ask({ action: { id: tool } })
      return { content: `${tool}:${answer.feedback ?? answer.type}` }
    }
    return { content: String(await call.code(`${tool} ${JSON.stringify(input)}`, {})) }
  },
}

function readState({ values, state }: StepContext): { state?: JsonObject; writtenKeys?: string[] } {
  if (!isJsonObject(values.set)) return {}
  return { state: { ...state, ...values.set }, writtenKeys: Object.keys(values.set) }
}

function readConditions({ values, state }: StepContext): boolean[] {
  if (Array.isArray(values.fulfilled)) return values.fulfilled.map((item) => item === true)
  const chosen = state[String(values.key)]
  const rows = Number(values.rows ?? 2)
  const index = typeof chosen === 'number' ? chosen % rows : 0
  return Array.from({ length: rows }, (_, row) => row === index)
}

function readList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function toJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject
}
