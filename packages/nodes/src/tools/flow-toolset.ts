import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import {
  type Component,
  readJsonParam,
  readSwitch,
  readText,
  type ToolOffer,
  type Toolset,
} from '@runnel/node-kit'
import { toToolName } from './tool-name.ts'

const QUESTION_SCHEMA: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string', description: 'The question, whole and understandable by itself' } },
  required: ['input'],
  additionalProperties: false,
}
const EMPTY_SCHEMA: JsonObject = { type: 'object', properties: {}, additionalProperties: false }

/** Which param names the flow, and what the tool is called without a name. */
interface FlowToolParams {
  flow: string
  fallbackName: string
}

/** One tool: it runs the chosen flow, which may ask people and call tools itself. */
export function flowToolset({ flow, fallbackName }: FlowToolParams): Toolset {
  return {
    list: (component) => [describeFlowTool(component, { flow, fallbackName })],
    async call(component, { input }, call) {
      const answer = await call.runFlow({
        flowId: getFlowId(component, flow),
        question: fixedQuestion(component, call.run.question) ?? readQuestion(input),
        overrides: readJsonParam(component, 'overrideConfig') ?? {},
        conversation: readSwitch(component.values, 'startNewSession') ? 'new' : 'session',
      })
      const { content, sourceDocuments, artifacts, fileAnnotations = [] } = answer
      return { content, sourceDocuments, artifacts, fileAnnotations }
    },
  }
}

function describeFlowTool(component: Component, { flow, fallbackName }: FlowToolParams): ToolOffer {
  const { values } = component
  getFlowId(component, flow)
  return {
    name: toToolName(readText(values, 'name'), fallbackName),
    description: readText(values, 'description') || 'Runs another flow and gives its answer.',
    inputSchema: fixedQuestion(component, '') === undefined ? QUESTION_SCHEMA : EMPTY_SCHEMA,
    effects: 'none',
    ...(readSwitch(values, 'returnDirect') && { returnDirect: true }),
  }
}

function getFlowId({ label, values }: Component, param: string): string {
  const flowId = readText(values, param)
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
