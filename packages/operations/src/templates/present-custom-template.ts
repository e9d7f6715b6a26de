import { type CustomTemplate, isoTime } from '@runnel/contract'
import type { CustomTemplateRow, CustomTemplateSummary } from '@runnel/db'
import { importFlow } from '@runnel/graph'
import type { OperationContext } from '../context.ts'
import { listMarks } from '../flows/list-marks.ts'

/** A template of a workspace on the wire. */
export function presentCustomTemplate(
  { catalogue }: OperationContext,
  row: CustomTemplateSummary,
): CustomTemplate {
  const nodes = JSON.parse(row.nodeTypes) as string[]
  const usecases = JSON.parse(row.usecases) as string[]
  const types = [...new Set(nodes)]
  const definitions = types.flatMap((type) => catalogue.find(type) ?? [])
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    badge: row.badge,
    framework: '',
    usecases: usecases.length === 0 ? '' : usecases,
    categories: [...new Set(definitions.map(({ category }) => category))],
    ...contentOf(row),
    workspaceId: row.workspaceId,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    nodeTypes: listMarks(types, catalogue),
    nodeCount: nodes.filter((type) => catalogue.find(type)?.kind !== 'note').length,
  }
}

function contentOf({
  type,
  content,
}: CustomTemplateSummary): Pick<CustomTemplate, 'flowData' | 'iconSrc' | 'schema' | 'func'> {
  if (content === undefined) return {}
  return type === 'Tool' ? (JSON.parse(content) as object) : { flowData: content }
}

/** One template, of a flow also as our canvas draws it. */
export function presentWholeTemplate(context: OperationContext, row: CustomTemplateRow): CustomTemplate {
  const template = presentCustomTemplate(context, row)
  if (row.type === 'Tool') return template
  return { ...template, document: importFlow(JSON.parse(row.content), context.catalogue.find).document }
}
