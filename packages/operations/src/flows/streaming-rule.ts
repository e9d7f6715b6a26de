import {
  type FindDefinition,
  type FlowDocument,
  type FlowType,
  findValueReadAs,
  isJsonObject,
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
  const models = document.nodes.filter((node) => find(node.type)?.provides?.includes('chatModel'))
  const endings = document.nodes.filter(
    (node) => find(node.type)?.answers === true && targets.has(node.id) && !sources.has(node.id),
  )
  const hasParser = document.nodes.some((node) => find(node.type)?.provides?.includes('outputParser'))
  const modelsStream = models.every(({ type, values }) => {
    const definition = find(type)
    return (findValueReadAs(values, definition, 'streaming') ?? definition?.streams) !== false
  })
  const endingsStream = endings.every(
    (node) => find(node.type)?.streams !== false && node.outputs?.output !== 'EndingNode',
  )
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
