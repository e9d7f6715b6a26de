import { makerOf, type Principal, workspaceOf } from '@runnel/access'
import type { Chatflow, CreateChatflowBody, FlowDocument } from '@runnel/contract'
import { keepDocument } from '@runnel/graph'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { saveWithFiles } from '../files/keep-param-files.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { settleSpeechSettings } from '../speech/speech-settings.ts'
import { checkInnerFlows } from './check-inner-flows.ts'
import { checkNamedVariables } from './check-named-variables.ts'
import { consentsOfNew, readOriginal } from './consents-of-new.ts'
import { appendAccessChanges, flowSubject } from './flow-access.ts'
import { readSettings } from './flow-settings.ts'
import { hashDocument } from './hash-document.ts'
import { listProblems } from './list-problems.ts'
import { presentFlowData } from './present-flow.ts'
import { receiveDocument } from './receive-document.ts'

const emptyDocument: FlowDocument = { nodes: [], edges: [] }

/**
 * Creates a flow with its first version. A file that a person imports gives no consent for its base URLs, those of its speech
 * settings among them: only a save
 * from the editor, or a key that may edit credentials, does.
 */
export async function createFlow(
  context: OperationContext,
  principal: Principal,
  body: CreateChatflowBody,
): Promise<Chatflow> {
  const type = body.type ?? 'CHATFLOW'
  authorizeFlow(principal, type, 'create')
  const isImport = principal.kind === 'user' && body.flowData !== undefined
  const original = body.copyOf === undefined ? undefined : await readOriginal(context, principal, body.copyOf)
  // Callers of a flow that comes from elsewhere may have ids of their own making.
  const privateSessions = body.privateSessions ?? body.flowData === undefined
  const settings = settleSpeechSettings(
    principal,
    {
      settings: readSettings({ ...body, type, privateSessions }),
      before: original?.flow,
      isImport: isImport || original !== undefined,
    },
    context.catalogue,
  )
  const workspaceId = workspaceOf(principal)
  const taken = await receiveDocument(context, { workspaceId, flowId: undefined }, body)
  const { received = { document: emptyDocument, problems: [] }, files } = taken
  checkNamedVariables(principal, emptyDocument, received.document)
  await checkInnerFlows(context, principal, { before: emptyDocument, after: received.document })
  const { problems, repairs } = listProblems(received, context.catalogue)
  const text = keepDocument(received.document)
  const createdBy = makerOf(principal)
  const flow = await saveWithFiles(context, { workspaceId, files }, async (writer) => {
    const saved = await writer.flows.insert(
      {
        ...settings,
        name: body.name,
        type,
        viewport: received.viewport,
        createdBy,
      },
      {
        document: text,
        documentHash: hashDocument(text),
        consentedHosts: consentsOfNew(context, principal, {
          document: received.document,
          original,
          isImport,
        }),
        repairs,
        createdBy,
      },
    )
    await writer.audit.append(
      auditEntry(principal, {
        action: body.flowData === undefined ? 'flow.created' : 'flow.imported',
        subject: flowSubject(saved),
        after: { name: saved.name, type, version: saved.headVersionId },
      }),
    )
    await appendAccessChanges(writer, principal, { after: saved })
    return { saved, flowId: saved.id }
  })
  return { ...presentFlowData(flow, received.document, context.catalogue), problems }
}
