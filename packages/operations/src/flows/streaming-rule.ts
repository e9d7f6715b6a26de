import {
  type FindDefinition,
  type FlowDocument,
  type FlowType,
  findValueReadAs,
  mayEndFlow,
  mayStream,
  providedBy,
} from '@runnel/contract'

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

/** Whether what a flow is made of can stream its answer. The flow's settings may still forbid it (`isPostProcessed`). */
export function canStream(type: FlowType, document: FlowDocument, find: FindDefinition): boolean {
  switch (type) {
    case 'AGENTFLOW':
    case 'MULTIAGENT':
      return true
    case 'CHATFLOW':
    case 'ASSISTANT':
      return chatFlowStreams(document, find)
    default:
      return type satisfies never
  }
}
