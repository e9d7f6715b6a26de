import { createHmac } from 'node:crypto'
import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { VariableRow } from '@runnel/db'
import { type Egress, MARK_START, type RequestSecrets, scrubber } from '@runnel/drivers'
import type { OperationContext } from './context.ts'
import { readWithPatience } from './storage-patience.ts'
import { openValue, parseHosts } from './variable-secrets.ts'

const LONGEST_LABEL = 40

/**
 * What stands in a run in the place of a secret variable: the same whenever it is asked for, also by another process, and
 * different in every run. Nobody can make one up without the key of the installation.
 */
export function markOf(
  { sessionKey }: Pick<OperationContext, 'sessionKey'>,
  { id, name, workspaceId }: Pick<VariableRow, 'id' | 'name' | 'workspaceId'>,
  runId: string,
): string {
  const told = JSON.stringify(['mark', workspaceId, id, runId])
  const proof = createHmac('sha256', sessionKey).update(told).digest('hex').slice(0, 32)
  const label = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_LABEL)
  return `${MARK_START}${label}-${proof}`
}

/** Also where a header of sign-in would bring one back, which is looked into (`fill-secrets.ts`). */
const breakMarks = scrubber([MARK_START])

/**
 * Breaks marks in what is said to a run that goes on, in the names of fields as in their values: who says it may have read
 * one in what the run answered. Dots take the place of their beginning, so that what stood around them makes no new one.
 */
export function withoutMarks(said: JsonValue): JsonValue {
  if (typeof said === 'string') return breakMarks(said)
  if (Array.isArray(said)) return said.map(withoutMarks)
  if (!isJsonObject(said)) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [breakMarks(name), withoutMarks(value)]),
  )
}

/** The secret variables of a run. */
export interface RunSecrets {
  /** For the client through which its requests leave. */
  requests: RequestSecrets
  /** Learns what a run that goes on may have sent before, in this process or in another; asked for before a request leaves. */
  recall(): Promise<void>
  /** Takes the values that have left so far out of a text that came back. */
  hide(text: string): string
}

/**
 * The way out for requests whose answers pass `hide`: marks are replaced where the hosts are agreed to, and all others that
 * hold one are refused.
 */
export function sendingSecrets(
  { fetch }: Pick<Egress, 'fetch'>,
  { requests, recall }: RunSecrets,
): Egress['fetch'] {
  return async (input, init, options) => {
    await recall()
    return fetch(input, init, { ...options, secrets: requests })
  }
}

/** The way out for requests from whose answers nothing is taken: with a mark they are refused. */
export function refusingSecrets({ fetch }: Pick<Egress, 'fetch'>, { requests }: RunSecrets): Egress['fetch'] {
  return (input, init, options) =>
    fetch(input, init, { ...options, secrets: { ...requests, mayLeave: false } })
}

/** Where a run has nothing to hide. */
export const NO_SECRETS: RunSecrets = {
  requests: { list: async () => [] },
  recall: async () => {},
  hide: (text) => text,
}

/**
 * The secret variables of a workspace as one run, or one trial, may send them. They are read when a request holds a mark:
 * a host that was taken away meanwhile gets nothing any more.
 */
export function createRunSecrets(
  context: OperationContext,
  { workspaceId, runId, goesOn = false }: { workspaceId: string; runId: string; goesOn?: boolean },
): RunSecrets {
  const revealed = new Set<string>()
  let hidden = 0
  let hide = NO_SECRETS.hide

  async function list() {
    const rows = await readWithPatience(context, () => context.db.read(workspaceId).variables.listSecrets())
    return rows.map((row) => ({
      mark: markOf(context, row, runId),
      name: row.name,
      hosts: parseHosts(row.hosts),
      reveal() {
        const value = openValue(context, row)
        // A server that repeats a JSON body inside of JSON escapes twice; names of hosts and of headers are in lower case.
        for (const form of [value, JSON.stringify(value).slice(1, -1), value.toLowerCase()])
          revealed.add(form)
        return value
      },
    }))
  }

  let recalled: Promise<void> | undefined

  async function recallAll() {
    try {
      for (const { name, reveal } of await list()) {
        try {
          reveal()
        } catch (error) {
          // A request without this variable is none of its business; one with it fails by itself.
          context.log.warn({ err: error }, `The secret variable ${name} cannot be opened`)
        }
      }
    } catch (error) {
      // The next request, or the next try of this one, asks again.
      recalled = undefined
      throw error
    }
  }

  return {
    requests: { list },
    recall() {
      if (!goesOn) return Promise.resolve()
      recalled ??= recallAll()
      return recalled
    },
    hide(text) {
      if (revealed.size > hidden) {
        hidden = revealed.size
        hide = scrubber(revealed)
      }
      return hide(text)
    },
  }
}

/** A fault whose words hold no value that has left: they may repeat what a server said, such as a host that it led to. */
export function withoutValues(error: unknown, { hide }: Pick<RunSecrets, 'hide'>): unknown {
  if (error instanceof Error) error.message = hide(error.message)
  return error
}

/** Headers that came back, without what `hide` takes out; one whose name holds some is left out. */
export function hideHeaders(
  headers: Record<string, string>,
  hide: (text: string) => string,
): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => hide(name) === name)
  return Object.fromEntries(told.map(([name, value]) => [name, hide(value)]))
}
