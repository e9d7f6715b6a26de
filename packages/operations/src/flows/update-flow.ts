import { makerOf, type Principal, workspaceOf } from '@runnel/access'
import {
  type Chatflow,
  type FlowDocument,
  type Problem,
  RunnelError,
  type UpdateChatflowBody,
} from '@runnel/contract'
import type { FlowPatch, FlowRow } from '@runnel/db'
import { diffDocuments, keepDocument } from '@runnel/graph'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import type { KeptFile } from '../files/keep-file.ts'
import { saveWithFiles } from '../files/keep-param-files.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { settleSpeechSettings } from '../speech/speech-settings.ts'
import { appendFlowChanges } from './append-flow-changes.ts'
import { checkDocumentTags } from './check-document-tags.ts'
import { checkInnerFlows } from './check-inner-flows.ts'
import { checkNamedVariables } from './check-named-variables.ts'
import { checkSettingRights } from './check-setting-rights.ts'
import { consentedHostsOf } from './consented-hosts.ts'
import { readSettings } from './flow-settings.ts'
import { hashDocument } from './hash-document.ts'
import { listProblems } from './list-problems.ts'
import { presentFlowData, presentFlowDocument, presentFlowRow } from './present-flow.ts'
import { type ReceivedDocument, receiveDocument } from './receive-document.ts'
import { readStoredDocument } from './stored-document.ts'

/** A save of a flow. Without `expectedRevision` it is unconditional, and the old version is kept. */
export interface UpdateFlow {
  flowId: string
  body: UpdateChatflowBody
  expectedRevision?: number | undefined
}

async function saveDocument(
  context: OperationContext,
  principal: Principal,
  save: UpdateFlow & {
    workspaceId: string
    flow: FlowRow
    before: FlowDocument
    consentedHosts: string[]
    received: ReceivedDocument
    files: KeptFile[]
    repairs: Problem[]
    settings: FlowPatch
  },
): Promise<FlowRow> {
  const { received, flow, before, files, workspaceId, flowId, expectedRevision } = save
  const text = keepDocument(received.document)
  return saveWithFiles(context, { workspaceId, files }, async (writer) => {
    const saved = await writer.flows.saveVersion(
      flowId,
      {
        version: {
          document: text,
          documentHash: hashDocument(text),
          consentedHosts: consentedHostsOf(
            received.document,
            { principal, before: { document: before, consentedHosts: save.consentedHosts } },
            context.catalogue.find,
          ),
          repairs: save.repairs,
          createdBy: makerOf(principal),
        },
        diff: JSON.stringify(diffDocuments(before, received.document)),
        ...(received.viewport ? { viewport: received.viewport } : {}),
        patch: save.settings,
      },
      { expectedRevision },
    )
    await appendFlowChanges(writer, principal, { before: flow, after: saved })
    return { saved, flowId }
  })
}

function saveSettings(
  context: OperationContext,
  principal: Principal,
  {
    workspaceId,
    flow,
    flowId,
    settings,
    expectedRevision,
  }: UpdateFlow & { workspaceId: string; flow: FlowRow; settings: FlowPatch },
): Promise<FlowRow> {
  return context.db.write(workspaceId, async (writer) => {
    const saved = await writer.flows.update(flowId, settings, { expectedRevision })
    await appendFlowChanges(writer, principal, { before: flow, after: saved })
    return saved
  })
}

/** Saves a flow: its document as a new version, its settings, or both, in one transaction. */
export async function updateFlow(
  context: OperationContext,
  principal: Principal,
  save: UpdateFlow,
): Promise<Chatflow> {
  const workspaceId = workspaceOf(principal)
  const { flow, version } = await context.db.read(workspaceId).flows.getHead(save.flowId)
  authorizeFlow(principal, flow.type, 'update')
  checkDocumentTags(principal, flow)
  checkEchoes(save.body, presentFlowRow(flow), ['id', 'workspaceId', 'createdDate'])
  if (save.body.type !== undefined && save.body.type !== null && save.body.type !== flow.type) {
    throw new RunnelError('invalid_input', 'type: a flow keeps its kind; create a new flow instead')
  }
  checkSettingRights(principal, { flow, body: save.body })
  const settings = settleSpeechSettings(
    principal,
    { settings: readSettings(save.body), before: flow },
    context.catalogue,
  )
  const { received, files } = await receiveDocument(context, { workspaceId, flowId: save.flowId }, save.body)
  const before = readStoredDocument(version.document, context.catalogue)
  const shown = received ?? { document: before, problems: [] }
  checkNamedVariables(principal, before, shown.document)
  await checkInnerFlows(context, principal, { before, after: shown.document })
  const { problems, repairs } = listProblems(shown, context.catalogue)
  const saved = received
    ? await saveDocument(context, principal, {
        ...save,
        workspaceId,
        flow,
        before,
        consentedHosts: version.consentedHosts,
        received,
        files,
        repairs,
        settings,
      })
    : await saveSettings(context, principal, { ...save, workspaceId, flow, settings })
  if (save.body.document !== undefined) return { ...presentFlowDocument(saved, shown.document), problems }
  return { ...presentFlowData(saved, shown.document, context.catalogue), problems }
}
