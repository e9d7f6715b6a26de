import {
  type CreateChatflowBody,
  callersSeeSteps,
  chooseCallersSeeSteps,
  type FlowType,
  isJsonObject,
} from '@runnel/contract'
import { guessFlowType } from '@runnel/graph'
import { type FlowListKind, listedTypes } from './flow-kind.ts'

const TYPES: readonly FlowType[] = ['CHATFLOW', 'AGENTFLOW', 'MULTIAGENT', 'ASSISTANT']

/**
 * Makes from the text of a flow file what creates the flow. The text itself goes to the server, which takes every form
 * that is met in the wild; here only the name and the kind are looked for, and whether the author of a whole record let
 * callers see its steps. Undefined when the text is no JSON object.
 */
export function readFlowFile(
  text: string,
  fileName: string,
  kind: FlowListKind,
): Pick<CreateChatflowBody, 'name' | 'type' | 'flowData' | 'apiConfig'> | undefined {
  const withoutMark = text.replace(/^\uFEFF/, '')
  const file = parse(withoutMark)
  if (!isJsonObject(file)) return undefined
  const inner = typeof file.flowData === 'string' ? parse(file.flowData) : (file.flowData ?? file)
  const named = typeof file.name === 'string' ? file.name.trim() : ''
  const type = TYPES.find((each) => each === file.type)
  return {
    name: (named || nameOfFile(fileName)).slice(0, 500),
    type: type ?? guessFlowType(inner) ?? listedTypes[kind][0],
    flowData: withoutMark,
    ...(showsSteps(file.apiConfig) && { apiConfig: chooseCallersSeeSteps(null, true) }),
  }
}

const showsSteps = (apiConfig: unknown): boolean =>
  typeof apiConfig === 'string' && callersSeeSteps(apiConfig)

function nameOfFile(fileName: string): string {
  return (
    fileName
      .replace(/\.json$/i, '')
      .replace(/ (Chatflow|Agents)$/, '')
      .trim() || 'Imported flow'
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
