import type { RunStatus } from '@runnel/contract'
import type { DatabaseAdapter, Scope } from '../adapters/adapter.ts'
import { type MessageNumbering, type NewChatMessage, toMessageRow } from '../messages/message-rows.ts'
import { assertLeaseHeld, leaseLost, type RunProgressStore } from './progress-store.ts'
import { type RunEnding, type RunProgressEntry, toEndColumns, toRunRow } from './run-rows.ts'
import { toEventRow } from './stored-events.ts'
import { toStepRows } from './stored-record.ts'
import { toWaitRows } from './wait-rows.ts'

type Row = Readonly<Record<string, unknown>>

const STEP_COLUMNS = {
  path: 'text',
  attempt: 'integer',
  kind: 'text',
  status: 'text',
  nodeId: 'text',
  nodeType: 'text',
  repeatable: 'boolean',
  requestHash: 'text',
  output: 'text',
  stateBefore: 'text',
  stateAfter: 'text',
  usage: 'text',
  error: 'text',
  startedAt: 'bigint',
  finishedAt: 'bigint',
} as const satisfies Record<keyof ReturnType<typeof toStepRows>[number], string>

const MESSAGE_COLUMNS = {
  id: 'text',
  flowId: 'text',
  runId: 'text',
  role: 'text',
  content: 'text',
  sourceDocuments: 'text',
  usedTools: 'text',
  fileAnnotations: 'text',
  agentReasoning: 'text',
  reasonContent: 'text',
  fileUploads: 'text',
  artifacts: 'text',
  action: 'text',
  followUpPrompts: 'text',
  chatType: 'text',
  chatId: 'text',
  sessionId: 'text',
  namespace: 'text',
  memoryType: 'text',
  leadEmail: 'text',
  sessionState: 'text',
  createdAt: 'bigint',
  position: 'bigint',
  deletedAt: 'bigint',
} as const satisfies Record<keyof ReturnType<typeof toMessageRow>, string>

const WAIT_COLUMNS = {
  id: 'text',
  path: 'text',
  attempt: 'integer',
  n: 'integer',
  nodeId: 'text',
  action: 'text',
  createdAt: 'bigint',
  deadlineAt: 'bigint',
  outcomeAtDeadline: 'text',
  status: 'text',
} as const satisfies Record<keyof ReturnType<typeof toWaitRows>[number], string>

const RUN_COLUMNS = {
  id: true,
  flowId: true,
  versionId: true,
  kind: true,
  subject: true,
  chatType: true,
  chatId: true,
  sessionId: true,
  namespace: true,
  messageId: true,
  status: true,
  input: true,
  output: true,
  error: true,
  answerCount: true,
  stopRequestedAt: true,
  leaseOwner: true,
  leaseUntil: true,
  idleMs: true,
  fence: true,
  suspendedFence: true,
  takeovers: true,
  callsAtClaim: true,
  streaming: true,
  isPublic: true,
  hasJournal: true,
  createdAt: true,
  updatedAt: true,
  startedAt: true,
  endedAt: true,
} as const satisfies Record<keyof ReturnType<typeof toRunRow>, true>

const END_COLUMNS = {
  output: true,
  error: true,
  leaseOwner: true,
  leaseUntil: true,
  updatedAt: true,
  endedAt: true,
} as const satisfies Record<keyof ReturnType<typeof toEndColumns>, true>

const quote = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')
const recordset = (parameter: string, columns: Readonly<Record<string, string>>) =>
  `json_to_recordset(${parameter}::json) as r(${Object.entries(columns)
    .map(([column, type]) => `"${column}" ${type}`)
    .join(', ')})`

const stepNames = Object.keys(STEP_COLUMNS)
const waitNames = Object.keys(WAIT_COLUMNS)
const messageNames = Object.keys(MESSAGE_COLUMNS)
const runNames = Object.keys(RUN_COLUMNS)
const endNames = Object.keys(END_COLUMNS)
const replacedNames = stepNames.filter((column) => column !== 'path' && column !== 'attempt')

/** Parameters 1–3 name the run, its workspace and the fence; 4–7 are records, first n, last n and events. */
const JOURNAL = `
  steps as (
    insert into "runSteps" ("runId", "workspaceId", ${quote(stepNames)})
    select $1, $2, ${quote(stepNames)} from owner, ${recordset('$4', STEP_COLUMNS)}
    on conflict ("runId", "path", "attempt") do update set
      ${replacedNames.map((column) => `"${column}" = excluded."${column}"`).join(', ')}
  ), logged as (
    insert into "runEvents" ("runId", "workspaceId", "fence", "firstN", "lastN", "events")
    select $1, $2, $3::integer, $5::integer, $6::integer, $7 from owner where $5::integer is not null
    on conflict do nothing
  )`
/**
 * The run is found by its id alone: the workspace is compared in a form that no index fits. While PostgreSQL has no
 * statistics, it could as well take the index on the workspace, and read every run of it.
 */
const OWNED = `"id" = $1 and "workspaceId" || '' = $2 and "fence" = $3::integer and "leaseOwner" is not null`

const said = (parameter: string, from: string) => `
  insert into "chatMessages" ("workspaceId", ${quote(messageNames)})
  select $2, ${quote(messageNames)} from ${from}${recordset(parameter, MESSAGE_COLUMNS)}`
const numbered = (names: readonly string[], first: number) => names.map((_, index) => `$${index + first}`)

const acceptText = `with accepted as (
    insert into "runs" ("workspaceId", ${quote(runNames)}) values ($2, ${numbered(runNames, 3).join(', ')})
  ) ${said('$1', '')}`

const appendText = `with owner as (
    select "id" as "ownedRun" from "runs" where ${OWNED} for no key update
  ), ${JOURNAL}`
const appendOnlyText = `${appendText} select "ownedRun" from owner`
const appendAndSayText = `${appendText}, said as (${said('$8', 'owner, ')}) select "ownedRun" from owner`

/**
 * Parameter 9 is what the run waits for. An answer that comes while this statement waits for the run's row has changed
 * that row, which is read anew; of the questions only those are touched that are open still. Withdrawing comes first,
 * so that a path may ask anew at once.
 */
const WAITS = `
  withdrawn as (
    update "runWaits" as "w" set "status" = 'withdrawn' from owner
    where "w"."runId" = $1 and "w"."status" = 'waiting' and not exists (
      select 1 from ${recordset('$9', WAIT_COLUMNS)} where r."path" = "w"."path" and r."attempt" = "w"."attempt")
    returning 1
  ), asked as (
    insert into "runWaits" ("runId", "workspaceId", ${quote(waitNames)})
    select $1, $2, ${quote(waitNames)} from owner, (select count(*) as "withdrawnRows" from withdrawn) as done,
      ${recordset('$9', WAIT_COLUMNS)}
    where done."withdrawnRows" >= 0
    on conflict do nothing
  )`

/** Parameter 10 is the status of the ending, 11 how many answers its owner has seen. */
const endText = `with owner as (
    update "runs" set
      "status" = case when $10::text = 'waiting' and "answerCount" > $11::integer then 'queued' else $10::text end,
      "suspendedFence" = case when $10::text = 'waiting' then "fence" else "suspendedFence" end,
      ${endNames.map((column, index) => `"${column}" = $${index + 12}`).join(', ')}
    where ${OWNED} returning "id" as "ownedRun", "status" as "ownedStatus"
  ), ${JOURNAL}, ${WAITS}, said as (${said('$8', 'owner, ')}) select "ownedRun", "ownedStatus" from owner`

/**
 * A run's start, progress or end as one statement, for a database at the other end of a connection: the check of the
 * lease, journal, events, messages and the run's row travel together.
 */
export function createProgressInOneStatement(
  writeStatement: NonNullable<DatabaseAdapter['writeStatement']>,
  { workspaceId, ...numbering }: MessageNumbering & { workspaceId: string },
): RunProgressStore {
  const scope: Scope = { kind: 'tenant', workspaceId }
  const send = async (runId: string, sql: string, parameters: readonly unknown[]) => {
    const { rows } = await writeStatement(scope, { sql, parameters }, runId)
    return rows[0]
  }
  const toMessages = (messages: readonly NewChatMessage[]) =>
    toJson(messages.map((message) => toMessageRow(message, numbering)))

  return {
    async accept({ run, userMessage }) {
      const messages = toMessages(userMessage ? [userMessage] : [])
      await send(run.id, acceptText, [messages, workspaceId, ...pick(toRunRow(run), runNames)])
    },
    async append(progress) {
      const { runId, messages = [] } = progress
      const values = journalValues(progress, workspaceId)
      const owner = await (messages.length === 0
        ? send(runId, appendOnlyText, values)
        : send(runId, appendAndSayText, [...values, toMessages(messages)]))
      assertLeaseHeld(owner !== undefined, progress)
    },
    async end(ending) {
      const owner = await send(ending.runId, endText, [
        ...journalValues(ending, workspaceId),
        toMessages(ending.messages),
        toJson(toWaitRows(ending.waits ?? [], ending)),
        ending.status,
        ending.answersSeen ?? 0,
        ...pick(toEndColumns(ending), endNames),
      ])
      if (!owner) throw leaseLost(ending)
      return owner.ownedStatus as RunStatus
    },
  }
}

const pick = (row: Row, names: readonly string[]) => names.map((name) => row[name])

function journalValues(entry: RunProgressEntry | RunEnding, workspaceId: string): unknown[] {
  const { runId, fence, records } = entry
  const batch = toEventRow(entry)
  return [
    runId,
    workspaceId,
    fence,
    toJson(toStepRows(records, entry)),
    batch?.firstN ?? null,
    batch?.lastN ?? null,
    batch?.events ?? null,
  ]
}

/** What JSON escapes and PostgreSQL can make no text of: NUL, and halves of characters. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/

/** Rows as JSON; what PostgreSQL cannot store becomes the replacement character, as in plain parameters. */
function toJson(rows: readonly Row[]): string {
  const json = JSON.stringify(rows)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '\ufffd') : value,
  )
}
