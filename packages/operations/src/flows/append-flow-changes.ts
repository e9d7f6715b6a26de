import type { Principal } from '@runnel/access'
import type { FlowRow, NewAuditEntry, TenantWriter } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { parseFlowSettings } from '../flow-rights.ts'
import { appendAccessChanges, flowSubject } from './flow-access.ts'

/** Settings that are told as they are; who may call a flow is told in entries of its own. */
const TOLD = ['name', 'category', 'concurrency', 'privateSessions'] as const
/** Settings of which only the names are told: what people write into them may be long, or a secret. */
const NAMED = [
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const

/**
 * Writes down what a save changes: one entry for each of who may call the flow, and one for all the rest. Documents are
 * not told; versions are, which never change.
 */
export async function appendFlowChanges(
  writer: Pick<TenantWriter, 'audit'>,
  principal: Principal,
  { before, after }: { before: FlowRow; after: FlowRow },
): Promise<void> {
  await appendAccessChanges(writer, principal, { before, after })
  for (const entry of describeUpdate(principal, before, after)) await writer.audit.append(entry)
}

function describeUpdate(principal: Principal, before: FlowRow, after: FlowRow): NewAuditEntry[] {
  const hasVersion = before.headVersionId !== after.headVersionId
  const told = TOLD.filter((field) => before[field] !== after[field])
  const changedSettings: string[] = NAMED.filter((field) => before[field] !== after[field])
  if (chatbotSettings(before) !== chatbotSettings(after)) changedSettings.push('chatbotConfig')
  if (!hasVersion && told.length === 0 && changedSettings.length === 0) return []
  const tell = (flow: FlowRow) => ({
    revision: flow.revision,
    ...(hasVersion && { version: flow.headVersionId }),
    ...Object.fromEntries(told.map((field) => [field, flow[field]])),
  })
  return [
    auditEntry(principal, {
      action: 'flow.updated',
      subject: flowSubject(after),
      before: tell(before),
      after: { ...tell(after), ...(changedSettings.length > 0 && { changedSettings }) },
    }),
  ]
}

/** Without the origins, which have an entry of their own. */
function chatbotSettings({ chatbotConfig }: FlowRow): string {
  const { allowedOrigins: _own, ...rest } = parseFlowSettings(chatbotConfig)
  return JSON.stringify(rest)
}
