import { type FlowDocument, RunnelError, type Template } from '@runnel/contract'
import { exportFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { listMarks } from '../flows/list-marks.ts'
import { allTemplates } from './all-templates.ts'
import { composeTemplate } from './compose-template.ts'
import type { TemplateSketch } from './template-sketch.ts'

const TYPES = { AGENTFLOW: 'AgentflowV2', CHATFLOW: 'Chatflow' } as const

/** Every template: whole, or without its flow where a list is to be drawn. Everybody gets the same. */
export function listTemplates(context: OperationContext, view: 'full' | 'summary'): Template[] {
  return allTemplates.map((sketch) => {
    const document = composeTemplate(sketch, context.catalogue)
    const summary = summarize(sketch, document, context)
    return view === 'summary' ? summary : { ...summary, flowData: writeFlowData(document, context) }
  })
}

/** One template, with its flow in both forms. @throws RunnelError `not_found` */
export function getTemplate(context: OperationContext, id: string): Template {
  const sketch = allTemplates.find((each) => each.id === id)
  if (!sketch) throw new RunnelError('not_found', 'There is no template of this name')
  const document = composeTemplate(sketch, context.catalogue)
  return {
    ...summarize(sketch, document, context),
    flowData: writeFlowData(document, context),
    document,
  }
}

function summarize(
  sketch: TemplateSketch,
  document: FlowDocument,
  { catalogue }: OperationContext,
): Template {
  const { id, name, description, type, usecases } = sketch
  const types = [...new Set(document.nodes.map((node) => node.type))]
  const definitions = types.flatMap((each) => catalogue.find(each) ?? [])
  return {
    id,
    templateName: name,
    description,
    type: TYPES[type],
    badge: '',
    framework: [],
    usecases: [...usecases],
    categories: [...new Set(definitions.map(({ category }) => category))],
    nodeTypes: listMarks(types, catalogue),
    nodeCount: document.nodes.filter((node) => catalogue.find(node.type)?.kind !== 'note').length,
  }
}

function writeFlowData(document: FlowDocument, { catalogue }: OperationContext): string {
  return JSON.stringify(exportFlow(document, catalogue.find))
}
