import { createHmac } from 'node:crypto'
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

/** Takes marks out of what somebody says to a run that goes on: they may have read one in what it answered. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARK_START, '')
}

/** The secret variables of a run. */
export interface RunSecrets {
  /** For the client through which its requests leave. */
  requests: RequestSecrets
  /** Takes the values that have left so far out of a text that came back. */
  hide(text: string): string
}

/**
 * The way out for requests whose answers pass `hide`: marks are replaced where the hosts are agreed to, and all others that
 * hold one are refused.
 */
export function sendingSecrets({ fetch }: Pick<Egress, 'fetch'>, { requests }: RunSecrets): Egress['fetch'] {
  return (input, init, options) => fetch(input, init, { ...options, secrets: requests })
}

/** The way out for requests from whose answers nothing is taken: with a mark they are refused. */
export function refusingSecrets({ fetch }: Pick<Egress, 'fetch'>, { requests }: RunSecrets): Egress['fetch'] {
  return (input, init, options) =>
    fetch(input, init, { ...options, secrets: { ...requests, mayLeave: false } })
}

/** Where a run has nothing to hide. */
export const NO_SECRETS: RunSecrets = { requests: { list: async () => [] }, hide: (text) => text }

/**
 * The secret variables of a workspace as one run, or one trial, may send them. They are read when a request holds a mark:
 * a host that was taken away meanwhile gets nothing any more.
 */
export function createRunSecrets(
  context: OperationContext,
  { workspaceId, runId }: { workspaceId: string; runId: string },
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
        // A server that repeats a JSON body inside of JSON escapes twice.
        revealed.add(value).add(JSON.stringify(value).slice(1, -1))
        return value
      },
    }))
  }

  return {
    requests: { list },
    hide(text) {
      if (revealed.size > hidden) {
        hidden = revealed.size
        hide = scrubber(revealed)
      }
      return hide(text)
    },
  }
}
