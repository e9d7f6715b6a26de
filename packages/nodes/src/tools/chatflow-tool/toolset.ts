import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Component,
  readObject,
  readSwitch,
  readText,
  type ToolOffer,
  type Toolset,
} from '@runnel/node-kit'

const DEFAULT_NAME = 'chatflow_tool'
const MAX_NAME_LENGTH = 64

const QUESTION_SCHEMA: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The question, whole and understandable by itself' } },
  required: ['input'],
  additionalProperties: false,
}
const EMPTY_SCHEMA: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

/** One tool: it runs the chosen flow, which may ask people and call tools itself. */
export const chatflowToolset: Toolset = {
  list: (component) => [describeFlowTool(component)],
  async call(component, { input }, call) {
    const answer = await call.runFlow({
      flowId: getFlowId(component),
      question: fixedQuestion(component, call.run.question) ?? readQuestion(input),
      overrides: readObject(component.values, 'overrideConfig') ?? {},
    })
    const { content, sourceDocuments, artifacts } = answer
    return { content, sourceDocuments, artifacts }
  },
}

function describeFlowTool(component: Component): ToolOffer {
  const { values } = component
  getFlowId(component)
  return {
    name: toToolName(readText(values, 'name')),
    description: readText(values, 'description') || 'Runs another flow and gives its answer.',
    inputSchema: fixedQuestion(component, '') === undefined ? QUESTION_SCHEMA : EMPTY_SCHEMA,
    effects: 'none',
    ...(readSwitch(values, 'returnDirect') && { returnDirect: true }),
  }
}

function getFlowId({ label, values }: Component): string {
  const flowId = readText(values, 'selectedChatflow')
  if (flowId !== '') return flowId
  throw new RunnelError('invalid_input', `${label} has no flow. Choose one in its settings.`)
}

/** What the flow is asked whatever the model writes; undefined when the model decides. */
function fixedQuestion({ values }: Component, chatQuestion: string | undefined): string | undefined {
  if (readSwitch(values, 'useQuestionFromChat')) return chatQuestion ?? ''
  return readText(values, 'customInput') || undefined
}

function readQuestion(input: JsonValue): string {
  const text = isJsonObject(input) ? (input.input ?? input) : input
  return typeof text === 'string' ? text : JSON.stringify(text)
}

/** Names that vendors take: small letters, digits, `_` and `-`, at most 64. */
function toToolName(name: string): string {
  const allowed = name
    .trim()
    .toLowerCase()
    .replaceAll(' ', '_')
    .replace(/[^a-z0-9_-]/g, '')
  return allowed.slice(0, MAX_NAME_LENGTH) || DEFAULT_NAME
}
