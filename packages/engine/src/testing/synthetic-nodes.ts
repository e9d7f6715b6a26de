import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { RunNode, StepContext, Tool } from '@runnel/node-kit'

/**
 * Nodes for tests of the engine. Their values say what they do:
 * - `plain`: `set` is merged into the state, `say` is the content (default: the node's id), `history` is added,
 *   `forgets` hides earlier runs;
 * - `ask`: asks the model `prompt` once or, as a list, several times, and shows the answers;
 * - `branch`: `fulfilled` lists the conditions, or `key` and `rows` pick one by a number in the state;
 * - `count`: adds one to the number under `key` of the state;
 * - `subflow`: runs `flow`, then asks the model what `after` lists;
 * - `loop`, `iterate`, `human`, `fail`, `tool`, `code`: one engine feature each.
 */
export const syntheticNodes: Record<string, RunNode> = {
  plain: async (context) => ({
    output: { content: context.values.say ?? context.node.id },
    ...readState(context),
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
  iterate: async ({ values }) => ({
    output: {},
    iterate: { items: readList(values.items), concurrency: Number(values.parallel ?? 1) },
  }),
  subflow: async (context) => {
    const { values, subflowResult, model, node } = context
    if (subflowResult) {
      for (const prompt of readList(values.after))
        await model({ type: 'fakeModel', values: {}, nodeId: node.id }).call(
          { messages: [{ role: 'user', content: String(prompt) }] },
          { show: true },
        )
      return { output: { content: `sub:${subflowResult.content}` } }
    }
    return {
      output: {},
      subflow: { flowId: String(values.flow), question: String(values.question ?? 'q'), overrides: {} },
    }
  },
  human: async ({ node, run }) => {
    const answer = run.humanInput
    if (!answer)
      return { output: { content: 'asked' }, wait: { action: { id: node.id, data: { nodeId: node.id } } } }
    return {
      output: { content: answer.feedback ?? answer.type },
      conditions: [{ isFulfilled: answer.type === 'proceed' }, { isFulfilled: answer.type === 'reject' }],
    }
  },
  fail: async ({ node, values }) => {
    throw new Error(String(values.message ?? `${node.id} failed`))
  },
  tool: async (context) => {
    const called = await context.callTool(createSyntheticTool(context), context.values.input ?? 'x')
    return { output: { content: called.content, usedTools: [toJson(called.used)] } }
  },
  code: async ({ sandbox, values }) => ({ output: { content: await sandbox.run(String(values.code), {}) } }),
  reply: async ({ values, emitText, node }) => {
    const text = String(values.say ?? node.id)
    emitText(text)
    return { output: { content: text } }
  },
}

async function runAsk(context: StepContext): ReturnType<RunNode> {
  const { values, model, node, input, isFirst } = context
  const prompts = Array.isArray(values.prompt) ? values.prompt : [values.prompt ?? input]
  const texts: string[] = []
  for (const prompt of prompts) {
    const { text } = await model({ type: 'fakeModel', values: {}, nodeId: node.id }).call(
      { messages: [{ role: 'user', content: String(prompt) }] },
      { show: values.hidden !== true },
    )
    texts.push(text)
  }
  const content = texts.join('')
  return {
    output: { content, isFirst },
    history: [{ role: 'assistant', content }],
    ...readState(context),
  }
}

/** A tool that leaves its mark through the sandbox. */
function createSyntheticTool({ values }: StepContext): Tool {
  const effects = values.effects === 'write' || values.effects === 'none' ? values.effects : 'read'
  return {
    name: String(values.name ?? 'tool'),
    description: 'A tool',
    inputSchema: {},
    effects,
    call: async (input, { sandbox }) => {
      if (values.broken === true) throw new Error('tool broke')
      const code = `${String(values.name ?? 'tool')} ${JSON.stringify(input)}`
      return { content: String(await sandbox.run(code, {})) }
    },
  }
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
