import { applyRunEvent, emptyRunView, type RunView } from '@runnel/client'
import type { LoggedEvent } from '@runnel/contract'
import { makeId } from '../../make-id.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import type { RunStore } from '../run-state/run-store.ts'
import type { History, UnansweredRun } from './arrange-history.ts'
import { makeAskedEntry, makeRememberedEntry, nothingAsked, rememberAsked } from './asked-entry.ts'
import { type ChatApi, type ChatInput, isAnsweredAlready, loadHistory, startRun } from './chat-calls.ts'
import { makeAlreadyAnsweredEntry, makeAnswerEntry, makeFailedEntry, makeUserEntry } from './chat-entry.ts'
import { addEntry, type ChatStore, createChatStore, replaceEntry } from './chat-store.ts'
import { describeAnswer } from './describe-answer.ts'
import { followLog } from './follow-log.ts'
import { keepCallFailure, keepFailure, showKeptFailure } from './kept-failure.ts'
import { loadOlder, type ReadPart } from './load-older.ts'
import { clearStoredChat, readStoredChat, writeStoredChat } from './stored-chat.ts'
import { listQuestions, type WaitingAnswer, type WaitingQuestion } from './waiting-question.ts'

/** What a conversation is held with. */
export interface ChatSessionParts {
  api: ChatApi
  storage: Storage
  run: RunStore
  /**
   * Brings what is on the screen to the server. Gives the flow's id (a new flow gets one now) and whether the run
   * is to take the draft instead of what was saved.
   */
  prepare: () => Promise<PreparedFlow>
}

/** What a run is started on. */
export interface PreparedFlow {
  flowId: string
  useDraft: boolean
}

/** The conversation of a canvas with its flow. None of its methods throws: what fails becomes an entry. */
export interface ChatSession {
  store: ChatStore
  /** Reads the stored messages, and follows a run that was under way when the page was left. */
  open(flowId: string): Promise<void>
  /** Shows the messages before those that are shown. */
  showOlder(): Promise<void>
  send(input: ChatInput): Promise<void>
  /** Answers what the run asks; the run then goes on. */
  answer(answer: WaitingAnswer): Promise<void>
  /** Stops the run of this conversation. */
  stop(): Promise<void>
  /** Leaves this conversation for a new one. */
  startAnew(): void
  /** Stops following; the run itself goes on. */
  close(): void
}

/** A run that is to be followed; `answered` tells how many of its questions are known to be answered. */
interface StartedRun {
  flowId: string
  runId: string
  /** Its log, when it is open already. */
  opened?: Response | undefined
  answered?: number | undefined
}

/** So many runs without an answer are looked up, the latest ones. */
const MOST_EXPLAINED = 10

interface Conversation extends ChatSessionParts {
  store: ChatStore
  flowId: string | undefined
  /** What was read of the stored messages. */
  part: ReadPart
  /** Aborted when the conversation is left. */
  following: AbortController
}

/** Makes the conversation of a canvas. */
export function createChatSession(parts: ChatSessionParts): ChatSession {
  const store = createChatStore(makeId())
  const conversation: Conversation = {
    ...parts,
    store,
    flowId: undefined,
    part: { pages: 1, messages: [] },
    following: new AbortController(),
  }
  return {
    store,
    open: (flowId) => openConversation(conversation, flowId),
    showOlder: () => showOlder(conversation),
    send: (input) => send(conversation, input),
    answer: (given) => answer(conversation, given),
    stop: () => stop(conversation),
    startAnew() {
      leave(conversation)
      if (conversation.flowId !== undefined) clearStoredChat(parts.storage, conversation.flowId)
      parts.run.clear()
      store.setState({
        chatId: makeId(),
        entries: [],
        older: 'none',
        phase: 'idle',
        answered: {},
        historyError: undefined,
      })
    },
    close() {
      leave(conversation)
      store.setState({ phase: 'idle' })
    },
  }
}

function leave(conversation: Conversation): void {
  conversation.following.abort()
  conversation.following = new AbortController()
}

async function openConversation(conversation: Conversation, flowId: string): Promise<void> {
  const { api, storage, store, run } = conversation
  const { signal } = conversation.following
  conversation.flowId = flowId
  const stored = readStoredChat(storage, flowId)
  const { chatId, asked, files } = stored
  if (chatId !== undefined) store.setState({ chatId })
  const history = await loadHistory(api, store, { flowId: chatId === undefined ? undefined : flowId, signal })
  if (signal.aborted) return
  conversation.part = { pages: 1, messages: history.messages }
  showKeptFailure({ storage, store, flowId }, history)
  void explainUnanswered(conversation, history)
  const runId = stored.runId ?? history.waitingRunId
  if (runId === undefined) return
  const isStored = store.getState().entries?.findLast(({ role }) => role === 'user')?.text === asked
  if (asked !== undefined && !isStored) addEntry(store, makeRememberedEntry({ asked, files }))
  run.begin()
  await exchange(conversation, () =>
    Promise.resolve({ flowId, runId, answered: history.answered.get(runId) }),
  )
}

async function showOlder(conversation: Conversation): Promise<void> {
  const { api, store, flowId, part, following } = conversation
  if (flowId === undefined || store.getState().older !== 'some') return
  const { signal } = following
  const read = await loadOlder({ api, store, flowId, part, signal })
  if (!signal.aborted) conversation.part = read
}

/** Runs that asked and then failed left no message that says why: their logs do. */
async function explainUnanswered(
  { api, store, following }: Conversation,
  { unanswered, answered }: History,
): Promise<void> {
  const { signal } = following
  const explain = async ({ entryId, runId }: UnansweredRun) => {
    let view = emptyRunView
    const onEvent = (event: LoggedEvent) => {
      view = applyRunEvent(view, event)
    }
    await followLog(api, { runId, answered: answered.get(runId), signal, onEvent })
    if (!signal.aborted) replaceEntry(store, makeAnswerEntry(entryId, view))
  }
  // An answer whose log is gone stays without an explanation.
  await Promise.allSettled(unanswered.slice(-MOST_EXPLAINED).map(explain))
}

async function send(conversation: Conversation, input: ChatInput): Promise<void> {
  const { api, storage, store, run } = conversation
  const { phase, entries } = store.getState()
  // Before the stored messages are there, a question would be lost among them.
  if (phase !== 'idle' || entries === undefined) return
  store.setState({ phase: 'sending' })
  const entry = makeAskedEntry(input)
  addEntry(store, entry)
  run.begin()
  await exchange(conversation, async (signal) => {
    const { flowId, useDraft } = await conversation.prepare()
    conversation.flowId = flowId
    const { chatId } = store.getState()
    const { runId, opened } = await startRun(api, { flowId, chatId, input, useDraft, signal })
    signal.throwIfAborted()
    writeStoredChat(storage, flowId, { chatId, runId, ...rememberAsked(entry), failed: undefined })
    return { flowId, runId, opened }
  })
}

async function answer(conversation: Conversation, given: WaitingAnswer): Promise<void> {
  const { store, run, flowId } = conversation
  const { view } = run.getState()
  const questions = listQuestions(view)
  const question = questions.find(({ id }) => id === given.questionId) ?? questions.at(-1)
  const runId = view?.runId
  if (store.getState().phase !== 'waiting' || !question || runId === undefined || flowId === undefined) return
  store.setState({ phase: 'sending' })
  const { signal } = conversation.following
  let opened: Response | undefined
  try {
    opened = await sendAnswer(conversation, { flowId, given, question })
    if (signal.aborted) return
    addEntry(store, makeUserEntry(makeId(), describeAnswer(question, given)))
  } catch (error) {
    if (signal.aborted) return
    if (!isAnsweredAlready(error)) {
      addEntry(store, makeFailedEntry(makeId(), { message: apiErrorMessage(error) }))
      store.setState({ phase: 'waiting' })
      return
    }
    addEntry(store, makeAlreadyAnsweredEntry(makeId()))
  }
  const { id } = question
  if (id !== undefined) store.setState(({ answered }) => ({ answered: { ...answered, [id]: given.type } }))
  await exchange(conversation, () => Promise.resolve({ flowId, runId, opened }))
}

async function sendAnswer(
  conversation: Conversation,
  { flowId, given, question }: { flowId: string; given: WaitingAnswer; question: WaitingQuestion },
): Promise<Response> {
  const { api, store, following } = conversation
  const feedback = given.feedback.trim()
  const { id, nodeId } = question
  const humanInput = {
    type: given.type,
    ...(id === undefined ? {} : { waitId: id }),
    ...(id !== undefined || nodeId === undefined ? {} : { startNodeId: nodeId }),
    ...(feedback === '' ? {} : { feedback }),
    ...(given.input === undefined ? {} : { input: given.input }),
  }
  const { useDraft } = await conversation.prepare()
  const { chatId } = store.getState()
  const { signal } = following
  const { opened } = await startRun(api, { flowId, chatId, input: { humanInput }, useDraft, signal })
  return opened
}

async function stop({ api, store, flowId, following }: Conversation): Promise<void> {
  const { phase, chatId } = store.getState()
  if (flowId === undefined || phase !== 'running') return
  store.setState({ phase: 'stopping' })
  try {
    await api.abortChat({ params: { chatflowid: flowId, chatid: chatId } })
  } catch (error) {
    // The run may have ended by itself meanwhile, or the conversation may have been left.
    if (following.signal.aborted || store.getState().phase !== 'stopping') return
    addEntry(store, makeFailedEntry(makeId(), { message: apiErrorMessage(error) }))
    store.setState({ phase: 'running' })
  }
}

/** Runs one exchange; a conversation that was left meanwhile stays untouched. */
async function exchange(
  conversation: Conversation,
  begin: (signal: AbortSignal) => Promise<StartedRun>,
): Promise<void> {
  const { store, storage } = conversation
  const { signal } = conversation.following
  try {
    const { flowId, ...begun } = await begin(signal)
    const { runId } = begun
    signal.throwIfAborted()
    const view = await follow(conversation, { ...begun, signal })
    if (signal.aborted) return
    if (view.status === 'waiting') {
      store.setState({ phase: 'waiting' })
      return
    }
    const entry = makeAnswerEntry(view.messageId ?? makeId(), view)
    if (entry.failure) keepFailure({ storage, store, flowId }, { ...entry.failure, runId })
    addEntry(store, entry)
    writeStoredChat(storage, flowId, { runId: undefined, ...nothingAsked })
  } catch (error) {
    if (signal.aborted) return
    addEntry(store, makeFailedEntry(makeId(), keepCallFailure(conversation, error)))
  }
  store.setState({ phase: 'idle' })
}

/** The words of what was said stand with its recording. */
function showHeard(store: ChatStore, text: string): void {
  const spoken = store.getState().entries?.findLast(({ role }) => role === 'user')
  if (spoken?.text === '') replaceEntry(store, { ...spoken, text })
}

/** Follows a run behind what is known of it: from its beginning, or from the question that it asked. */
async function follow(
  { api, store, run }: Conversation,
  begun: Omit<StartedRun, 'flowId'> & { signal: AbortSignal },
): Promise<RunView> {
  store.setState({ phase: 'running' })
  const after = run.getState().view?.position
  const onEvent = (logged: LoggedEvent) => {
    run.push(logged)
    if (logged.event.type === 'question-heard') showHeard(store, logged.event.text)
  }
  await followLog(api, { ...begun, after, onEvent })
  return run.flush()
}
