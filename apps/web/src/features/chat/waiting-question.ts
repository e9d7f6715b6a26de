import type { RunView } from '@runnel/client'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type AskedForm, readAskedForm } from './asked-form.ts'

/** A call that waits for a person's leave: its arguments, and JSON Schema of what they may be. */
export interface AskedCall {
  name: string
  args: JsonValue
  schema: JsonObject
}

/** What a waiting run asks a person. Labels are missing where the run leaves them to the panel. */
export interface WaitingQuestion {
  /** What an answer names it by, where the server told. */
  id?: string
  text: string
  /** Whether the person may add words of their own. */
  takesFeedback: boolean
  call?: AskedCall
  /** What the person is asked to fill in. */
  form?: AskedForm
  nodeId?: string
  /** Label of the node that asks; it may stand in another flow. */
  label?: string
  proceedLabel?: string
  rejectLabel?: string
}

/** What a person chose, and what they want to say with it. */
export interface WaitingAnswer {
  type: 'proceed' | 'reject'
  feedback: string
  /** The question that is answered; the latest when it is not named. */
  questionId?: string | undefined
  /** Other arguments than those that were shown. */
  input?: JsonValue
}

/** The questions of a run that waits or goes on with some answers, the latest last. */
export function listQuestions(view: RunView | undefined): WaitingQuestion[] {
  if (view === undefined) return []
  const { action, questions = [] } = view
  if (questions.length > 0)
    return questions.map((asked) => ({
      ...readWaitingQuestion(asked.action),
      nodeId: asked.nodeId,
      label: asked.nodeLabel,
      ...(asked.waitId === undefined ? {} : { id: asked.waitId }),
    }))
  return action === undefined ? [] : [readWaitingQuestion(action)]
}

/** Reads the action of a waiting run (`{mapping, elements, data}`); parts of another form are left out. */
export function readWaitingQuestion({ mapping, elements, data }: JsonObject): WaitingQuestion {
  const asked = isJsonObject(data) ? data : {}
  const named = isJsonObject(mapping) ? mapping : {}
  const proceedLabel = findLabel(elements, 'approve-button') ?? textOf(named.approve)
  const rejectLabel = findLabel(elements, 'reject-button') ?? textOf(named.reject)
  const nodeId = textOf(asked.nodeId)
  const details = isJsonObject(asked.input) ? asked.input : {}
  return {
    text: textOf(asked.input) ?? textOf(details.description) ?? '',
    takesFeedback: details.humanInputEnableFeedback !== false,
    ...readSubject(asked),
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(proceedLabel === undefined ? {} : { proceedLabel }),
    ...(rejectLabel === undefined ? {} : { rejectLabel }),
  }
}

/** The call that waits for leave, or the form that takes the place of arguments and words. */
function readSubject(asked: JsonObject): Partial<Pick<WaitingQuestion, 'call' | 'form' | 'takesFeedback'>> {
  const call = readCall(asked)
  if (call === undefined) return {}
  if (asked.asksForInput !== true) return { call }
  const values = isJsonObject(call.args) ? call.args : {}
  return { form: readAskedForm(call.schema, values), takesFeedback: false }
}

/** Flowise puts the family of the flow before the kind: `agentflowv2-approve-button`. */
function findLabel(elements: JsonValue | undefined, kind: string): string | undefined {
  if (!Array.isArray(elements)) return undefined
  const element = elements.filter(isJsonObject).find(({ type }) => textOf(type)?.endsWith(kind))
  return textOf(element?.label)
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function readCall({ toolCalls, inputSchema }: JsonObject): AskedCall | undefined {
  const call = Array.isArray(toolCalls) ? toolCalls[0] : undefined
  const name = isJsonObject(call) ? textOf(call.name) : undefined
  if (!isJsonObject(call) || name === undefined) return undefined
  return { name, args: call.args ?? {}, schema: isJsonObject(inputSchema) ? inputSchema : {} }
}
