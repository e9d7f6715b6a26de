import {
  type FindDefinition,
  type FlowDocument,
  type FlowType,
  findValueReadAs,
  isJsonObject,
  mayEndFlow,
  mayStream,
  providedBy,
} from '@runnel/contract'
import { parseFlowSettings } from './parse-flow-settings.ts'

/** True when the flow's answers are post-processed: they can only come whole. */
function isPostProcessed(chatbotConfig: string | null): boolean {
  const { postProcessing } = parseFlowSettings(chatbotConfig)
  return isJsonObject(postProcessing) && postProcessing.enabled === true
}

function chatFlowStreams(document: FlowDocument, find: FindDefinition): boolean {
  const sources = new Set(document.edges.map((edge) => edge.source))
  const targets = new Set(document.edges.map((edge) => edge.target))
  const nodes = document.nodes.map(({ id, type, values, outputs }) => {
    const definition = find(type)
    return {
      id,
      values,
      definition,
      output: outputs?.output,
      provided: providedBy(definition, outputs?.output),
    }
  })
  const models = nodes.filter(({ provided }) => provided.includes('chatModel'))
  const endings = nodes.filter(
    ({ id, definition, output }) => mayEndFlow(definition, output) && targets.has(id) && !sources.has(id),
  )
  const hasParser = nodes.some(({ provided }) => provided.includes('outputParser'))
  const modelsStream = models.every(({ values, definition, output }) => {
    const isOn = findValueReadAs(values, definition, 'streaming')
    return isOn === undefined ? mayStream(definition, output) : isOn !== false
  })
  const endingsStream = endings.every(({ definition, output }) => mayStream(definition, output))
  return models.length > 0 && modelsStream && endings.length > 0 && endingsStream && !hasParser
}

/** Whether a flow can stream its answer. */
export function canStream(
  flow: { type: FlowType; chatbotConfig: string | null },
  document: FlowDocument,
  find: FindDefinition,
): boolean {
  if (isPostProcessed(flow.chatbotConfig)) return false
  switch (flow.type) {
    case 'AGENTFLOW':
    case 'MULTIAGENT':
      return true
    case 'CHATFLOW':
    case 'ASSISTANT':
      return chatFlowStreams(document, find)
    default:
      return flow.type satisfies never
  }
}
