import { type Client, isApiError } from '@runnel/client'
import {
  type Chatflow,
  type FlowDocument,
  type NamedFile,
  type Problem,
  readFileParam,
  type SavedChatflow,
} from '@runnel/contract'
import { applyDiff, diffDocuments, rebaseDiff } from '@runnel/graph'
import type { StoreApi } from 'zustand/vanilla'
import type { DraftLog } from './draft-log.ts'
import { type EditorState, type FlowHead, putFlow, takeInChange, touch } from './editor-store.ts'

/** What a save found. */
export interface SaveOutcome {
  problems: Problem[]
  /** What somebody else saved meanwhile was joined with it. */
  isJoined: boolean
}

/** How saving stands. */
export interface SavingState {
  isSaving: boolean
  /** The flow as somebody else saved it meanwhile: the person decides. */
  conflict: Chatflow | undefined
}

/** What a save works with. */
export interface FlowSaver extends DraftLog {
  api: DraftLog['api'] & Pick<Client, 'createChatflow' | 'saveChatflow' | 'getChatflow'>
  store: Pick<StoreApi<SavingState>, 'getState' | 'setState'>
  /** Called when a new flow has got its id. */
  onCreated: (id: string) => void
}

/** New flows of this editor run independent steps side by side; flows from elsewhere keep the reference's way. */
const NEW_FLOW_CONCURRENCY = 100

/** Saves the flow: a new one whole, of another only what changed. Throws what is no conflict. */
export async function saveFlow(saver: FlowSaver): Promise<SaveOutcome | undefined> {
  saver.store.setState({ isSaving: true, conflict: undefined })
  touch(saver.editor)
  try {
    const isNew = saver.editor.getState().head.id === undefined
    return isNew ? await createFlow(saver) : await saveChanges(saver)
  } finally {
    saver.store.setState({ isSaving: false })
  }
}

async function createFlow(saver: FlowSaver): Promise<SaveOutcome> {
  const { editor, api } = saver
  const before = editor.getState()
  const { head, document, viewport } = before
  const body = { name: head.name, document, viewport: viewport ?? null, type: head.type }
  const saved = await api.createChatflow({ body: { ...body, concurrency: NEW_FLOW_CONCURRENCY } })
  noteSaved(saver, before, { ...headOf(saved), name: head.name })
  await takeInFiles(saver)
  saver.onCreated(saved.id)
  return { problems: saved.problems ?? [], isJoined: false }
}

const SAVE_TRIES = 4

/** Sends what changed. When somebody else saved meanwhile, both are joined where they do not meet, and sent again. */
async function saveChanges(saver: FlowSaver): Promise<SaveOutcome | undefined> {
  let isJoined = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { problems: await sendChanges(saver), isJoined }
    } catch (error) {
      if (!isStale(error) || attempt === SAVE_TRIES) throw error
      const theirs = await readTheirs(saver)
      isJoined ||= theirs.revision !== saver.editor.getState().head.revision
      if (!join(saver, theirs)) {
        saver.store.setState({ conflict: theirs })
        return undefined
      }
    }
  }
}

async function sendChanges(saver: FlowSaver): Promise<Problem[]> {
  const { editor, api, draft } = saver
  const before = editor.getState()
  const { head, document, viewport } = before
  const body = {
    diff: diffDocuments(before.saved.document, document),
    name: head.name,
    viewport: viewport ?? null,
    ...(draft === undefined ? {} : { draftSequence: draft.sequence }),
  }
  const params = { id: head.id ?? '' }
  const saved = await api.saveChatflow({ params, body }, { ifMatch: head.revision ?? 0 })
  noteSaved(saver, before, { ...head, ...savedHead(saved) })
  await takeInFiles(saver)
  return saved.problems
}

async function readTheirs({ api, editor }: FlowSaver): Promise<Chatflow> {
  const { id = '' } = editor.getState().head
  return api.getChatflow({ params: { id }, query: { view: 'document' } })
}

/** Joins what is on the screen with what somebody else saved; false when both changed the same. */
function join({ editor }: FlowSaver, theirs: Chatflow): boolean {
  const { head, saved } = editor.getState()
  if (theirs.document === undefined) return false
  const isRenamed = head.name !== saved.name
  if (isRenamed && theirs.name !== saved.name && theirs.name !== head.name) return false
  // At the revision that is known here nobody else saved: only what was taken for its document was not it.
  const isOwn = theirs.revision === head.revision
  if (!isOwn && !takeInChange(editor, saved.document, diffDocuments(saved.document, theirs.document)))
    return false
  putFlow(editor, {
    head: { ...headOf(theirs), name: isRenamed ? head.name : theirs.name },
    saved: { document: theirs.document, name: theirs.name },
  })
  return true
}

/** Decides a conflict: what is on this screen goes over the other version. */
export async function overwriteTheirs(saver: FlowSaver): Promise<SaveOutcome | undefined> {
  const { conflict } = saver.store.getState()
  if (conflict?.document === undefined) return undefined
  const { name } = saver.editor.getState().head
  const saved = { document: conflict.document, name: conflict.name }
  putFlow(saver.editor, { head: { ...headOf(conflict), name }, saved })
  return saveFlow(saver)
}

/** What was changed while the save was under way stays unsaved. */
function noteSaved(saver: FlowSaver, before: EditorState, head: FlowHead): void {
  saver.draft = undefined
  const { name } = saver.editor.getState().head
  const saved = { document: before.document, name: before.head.name }
  putFlow(saver.editor, { head: { ...head, name }, saved })
}

/** The server keeps the files of a document outside of it: the screen, too, names them then in place of their bytes. */
async function takeInFiles(saver: FlowSaver): Promise<void> {
  const { editor } = saver
  const { document: base, name } = editor.getState().saved
  if (!holdsFiles(base)) return
  // The flow is saved, whatever becomes of this.
  const kept = await readTheirs(saver).catch(() => undefined)
  if (kept?.document === undefined || kept.revision !== editor.getState().head.revision) return
  const named = diffDocuments(base, kept.document)
  const { document } = editor.getState()
  if (rebaseDiff(diffDocuments(base, document), named).conflicts.length > 0) return
  putFlow(editor, { document: applyDiff(document, named), saved: { document: kept.document, name } })
}

function holdsFiles({ nodes }: FlowDocument): boolean {
  const isInside = ({ source }: NamedFile) => 'base64' in source
  return nodes.some(({ values }) =>
    Object.values(values).some((value) => readFileParam(value).some(isInside)),
  )
}

function savedHead(saved: SavedChatflow): Pick<FlowHead, 'revision' | 'versionId' | 'repairs' | 'savedAt'> {
  return {
    revision: saved.revision,
    versionId: saved.headVersionId,
    repairs: saved.repairs,
    savedAt: Date.parse(saved.updatedDate),
  }
}

/** True for a refusal because somebody else was there first. */
export function isStale(error: unknown): boolean {
  return isApiError(error) && error.status === 409
}

/** What the editor keeps of a flow as the server gives it. */
export function headOf(flow: Chatflow): FlowHead {
  return {
    id: flow.id,
    name: flow.name,
    type: flow.type,
    revision: flow.revision,
    versionId: flow.headVersionId,
    keyId: flow.apikeyid || undefined,
    hasPrivateSessions: flow.privateSessions === true,
    apiConfig: flow.apiConfig || undefined,
    speechToText: flow.speechToText || undefined,
    chatbotConfig: flow.chatbotConfig || undefined,
    textToSpeech: flow.textToSpeech || undefined,
    repairs: flow.repairs ?? [],
    savedAt: Date.parse(flow.updatedDate),
  }
}
