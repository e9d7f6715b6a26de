import { type Principal, workspaceOf } from '@runnel/access'
import {
  type ExpectedPassage,
  isoTime,
  MOST_QUESTIONS,
  type RetrievalQuestion,
  RunnelError,
} from '@runnel/contract'
import type { RetrievalQuestionRow } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { refuse } from '../store-work/chosen-component.ts'
import { createLoaderCheck, readerOf } from '../store-work/document-access.ts'
import { readStore, type StoreAndLoaders } from '../store-work/read-store-rows.ts'
import { loadersOf, readPassages } from '../store-work/run-retrieval-test.ts'
import { readReadableFacts } from './readable-store.ts'

/** What somebody writes of a test question. */
export interface QuestionInput {
  question: string
  passages: ExpectedPassage[]
}

/** What is changed of a question. */
type QuestionChange = QuestionPlace & { [Field in keyof QuestionInput]?: QuestionInput[Field] | undefined }

/** A question of a store. */
export interface QuestionPlace {
  storeId: string
  questionId: string
}

function present(row: RetrievalQuestionRow): RetrievalQuestion {
  const { id, storeId, question, createdAt, updatedAt } = row
  return {
    id,
    storeId,
    question,
    passages: readPassages(row),
    createdDate: isoTime(createdAt),
    updatedDate: isoTime(updatedAt),
  }
}

/** Whether somebody may read all passages that these loaders gave: a question names what stands in them. */
export function createQuestionCheck(
  found: StoreAndLoaders,
  principal: Principal,
): (loaderIds: readonly string[]) => boolean {
  const mayReadLoader = createLoaderCheck(found, readerOf(principal))
  return (loaderIds) => loaderIds.every(mayReadLoader)
}

/** The questions of a store that somebody may see, oldest first. @throws RunnelError `not_found` */
export async function readQuestions(
  context: Pick<OperationContext, 'db'>,
  principal: Principal,
  storeId: string,
): Promise<RetrievalQuestionRow[]> {
  const workspaceId = workspaceOf(principal)
  const found = await readStore(context, workspaceId, storeId)
  const mayRead = createQuestionCheck(found, principal)
  const rows = await context.db.read(workspaceId).documentStores.tests.listQuestions(storeId)
  return rows.filter((row) => mayRead(loadersOf(readPassages(row))))
}

/** The test questions of a store, oldest first. @throws RunnelError `not_found` */
export async function listRetrievalQuestions(
  context: OperationContext,
  principal: Principal,
  storeId: string,
): Promise<RetrievalQuestion[]> {
  return (await readQuestions(context, principal, storeId)).map(present)
}

interface CheckedPassages {
  storeId: string
  passages: readonly ExpectedPassage[]
  /** Loaders that may be gone: a passage of a document that was deleted still says what should come. */
  known?: readonly string[]
}

/** Marked passages are of loaders of this store, which their marker may read. @throws RunnelError `invalid_input` */
async function checkPassages(
  context: OperationContext,
  principal: Principal,
  { storeId, passages, known = [] }: CheckedPassages,
): Promise<void> {
  const { visible } = await readReadableFacts(context, principal, storeId)
  const there = new Set([...known, ...visible.map(({ id }) => id)])
  const odd = passages.findIndex(({ loaderId }) => loaderId !== undefined && !there.has(loaderId))
  if (odd < 0) return
  throw refuse(`passages.${odd}.loaderId`, 'The document of this passage is not in the store. Mark it again.')
}

const subjectOf = (id: string, storeName: string) => ({ kind: 'retrieval-question', id, name: storeName })
/** What the audit log tells of a question: neither its words nor its passages, which stand in documents. */
const tellOf = (row: RetrievalQuestionRow) => ({
  characters: row.question.length,
  passages: readPassages(row).length,
})

/** Keeps a question with the passages that should come. @throws RunnelError `not_found`, `invalid_input`, `conflict` */
export async function createRetrievalQuestion(
  context: OperationContext,
  principal: Principal,
  { storeId, question, passages }: QuestionInput & { storeId: string },
): Promise<RetrievalQuestion> {
  await checkPassages(context, principal, { storeId, passages })
  const row = await context.db.write(
    workspaceOf(principal),
    async ({ documentStores: { lock, tests }, audit }) => {
      const { store } = await lock(storeId)
      if ((await tests.countQuestions(storeId)) >= MOST_QUESTIONS)
        throw new RunnelError(
          'conflict',
          `A store has at most ${MOST_QUESTIONS} test questions. Delete one that tells nothing new.`,
        )
      const made = await tests.insertQuestion(storeId, { question, passages: JSON.stringify(passages) })
      const [subject, after] = [subjectOf(made.id, store.name), tellOf(made)]
      await audit.append(auditEntry(principal, { action: 'retrieval-question.created', subject, after }))
      return made
    },
  )
  return present(row)
}

async function getQuestion(
  context: OperationContext,
  principal: Principal,
  { storeId, questionId }: QuestionPlace,
): Promise<RetrievalQuestionRow> {
  const row = (await readQuestions(context, principal, storeId)).find(({ id }) => id === questionId)
  if (row) return row
  throw new RunnelError('not_found', `Test question ${questionId} not found`)
}

/** Changes a question; what is absent stays. @throws RunnelError `not_found`, `invalid_input` */
export async function updateRetrievalQuestion(
  context: OperationContext,
  principal: Principal,
  { storeId, questionId, question, passages }: QuestionChange,
): Promise<RetrievalQuestion> {
  const known = await getQuestion(context, principal, { storeId, questionId })
  const before = loadersOf(readPassages(known))
  if (passages) await checkPassages(context, principal, { storeId, passages, known: before })
  const { documentStores } = context.db.read(workspaceOf(principal))
  const subject = subjectOf(questionId, (await documentStores.get(storeId)).name)
  const row = await context.db.write(workspaceOf(principal), async ({ documentStores: { tests }, audit }) => {
    const saved = await tests.updateQuestion(questionId, {
      ...(question !== undefined && { question }),
      ...(passages && { passages: JSON.stringify(passages) }),
    })
    const told = { before: tellOf(known), after: tellOf(saved) }
    await audit.append(auditEntry(principal, { action: 'retrieval-question.updated', subject, ...told }))
    return saved
  })
  return present(row)
}

/** Deletes a question; what came of it in runs stays. @throws RunnelError `not_found` */
export async function deleteRetrievalQuestion(
  context: OperationContext,
  principal: Principal,
  place: QuestionPlace,
): Promise<{ deleted: number }> {
  const known = await getQuestion(context, principal, place)
  const { documentStores } = context.db.read(workspaceOf(principal))
  const subject = subjectOf(place.questionId, (await documentStores.get(place.storeId)).name)
  await context.db.write(workspaceOf(principal), async ({ documentStores: { tests }, audit }) => {
    await tests.deleteQuestion(place.questionId)
    const before = tellOf(known)
    await audit.append(auditEntry(principal, { action: 'retrieval-question.deleted', subject, before }))
  })
  return { deleted: 1 }
}
