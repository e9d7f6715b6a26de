import { authorize, type Principal, workspaceOf } from '@runnel/access'
import { type CustomTemplate, type Deletion, RunnelError } from '@runnel/contract'
import type { PageQuery, TemplateType } from '@runnel/db'
import { removeSecrets } from '@runnel/graph'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { readFlowFile } from '../flows/export-stored-flow.ts'
import { markShared } from '../shares/mark-shared.ts'
import { presentCustomTemplate, presentWholeTemplate } from './present-custom-template.ts'

/** Templates of the workspace, and those that others share with it, the newest first unless asked otherwise. */
export async function listCustomTemplates(
  context: OperationContext,
  principal: Principal,
  { view, ...query }: PageQuery & { type?: TemplateType | undefined; view?: 'full' | 'summary' | undefined },
): Promise<{ rows: CustomTemplate[]; total: number }> {
  const { customTemplates } = context.db.read(workspaceOf(principal))
  const { rows, total } = await customTemplates.list({ limit: 200, ...query, isWhole: view !== 'summary' })
  const mark = await markShared(context, principal, rows)
  return { rows: rows.map((row) => ({ ...presentCustomTemplate(context, row), ...mark(row) })), total }
}

/** One template, of a flow in both forms. @throws RunnelError `not_found` */
export async function getCustomTemplate(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<CustomTemplate> {
  const row = await context.db.read(workspaceOf(principal)).customTemplates.get(id)
  const mark = await markShared(context, principal, [row])
  return { ...presentWholeTemplate(context, row), ...mark(row) }
}

/** What a template is made of: a flow as it is saved, or a tool. */
export interface TemplateInput {
  name: string
  description?: string | undefined
  badge?: string | undefined
  usecases?: string[] | undefined
  chatflowId?: string | undefined
  tool?: object | undefined
}

/**
 * Makes a template of a flow that the caller may see, as an export has it: without secrets, files and credentials; or of a
 * tool. @throws RunnelError `not_found`, `forbidden`
 */
export async function createCustomTemplate(
  context: OperationContext,
  principal: Principal,
  { chatflowId, tool, ...input }: TemplateInput,
): Promise<CustomTemplate> {
  const made =
    chatflowId === undefined
      ? sketchTool(principal, tool ?? {})
      : await sketchFlow(context, principal, chatflowId)
  const row = await context.db.write(workspaceOf(principal), async ({ customTemplates, audit }) => {
    const inserted = await customTemplates.insert({
      name: input.name,
      description: input.description ?? '',
      badge: input.badge ?? '',
      usecases: JSON.stringify([...new Set(input.usecases ?? [])]),
      ...made,
    })
    const subject = templateSubject(inserted)
    const after = { ...tellOf(inserted), flow: chatflowId ?? null }
    await audit.append(auditEntry(principal, { action: 'template.created', subject, after }))
    return inserted
  })
  return presentWholeTemplate(context, row)
}

const templateSubject = ({ id, name }: { id: string; name: string }) => ({ kind: 'template', id, name })
const tellOf = ({ name, type, description }: { name: string; type: TemplateType; description: string }) => ({
  name,
  type,
  description,
})

function sketchTool(principal: Principal, tool: object) {
  authorize(principal, ['templates:toolexport'])
  const clean = Object.entries(tool).map(([name, value]) => [
    name,
    typeof value === 'string' ? removeSecrets(value) : value,
  ])
  return { type: 'Tool', content: JSON.stringify(Object.fromEntries(clean)), nodeTypes: '[]' } as const
}

async function sketchFlow(context: OperationContext, principal: Principal, flowId: string) {
  authorize(principal, ['templates:flowexport'])
  const { flow, file, document } = await readFlowFile(context, principal, flowId)
  authorizeFlow(principal, flow.type, 'view')
  return {
    type: flow.type === 'CHATFLOW' ? 'Chatflow' : 'AgentflowV2',
    content: JSON.stringify(file),
    nodeTypes: JSON.stringify(document.nodes.map(({ type }) => type)),
  } as const
}

/** Deletes a template; what was made of it stays. @throws RunnelError `not_found`, `forbidden` for one that another workspace shares */
export async function deleteCustomTemplate(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const template = await context.db.read(workspaceId).customTemplates.get(id)
  const { name, isShared } = template
  if (isShared)
    throw new RunnelError(
      'forbidden',
      `The template “${name}” belongs to another workspace, which shares it: only there it can be deleted.`,
    )
  await context.db.write(workspaceId, async ({ customTemplates, audit }) => {
    await customTemplates.delete(id)
    const act = {
      action: 'template.deleted',
      subject: templateSubject(template),
      before: tellOf(template),
    } as const
    await audit.append(auditEntry(principal, act))
  })
  return { raw: [], affected: 1 }
}
