import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import { findEnvelope, type Letter, packLetters } from './notify-payloads.ts'
import { openPostgresConnection } from './postgres-connection.ts'
import type { RunBus } from './run-bus.ts'
import { CONTROL_TOPIC, createSubscriptions } from './subscriptions.ts'

const LARGEST_BACKLOG = 10_000
const SEND = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload'

/** Where the bus runs; all processes of one installation name the same channel. */
export interface PostgresRunBusOptions {
  connectionString: string
  channel?: string
  /** How the connection shows itself to the database; default `runnel-run-bus`. */
  applicationName?: string
  onError?: (error: unknown) => void
}

/**
 * The bus between processes, by LISTEN and NOTIFY over one connection of its own. This process' subscribers hear
 * its messages without the detour. What is published in one turn, or while a statement is under way, goes out in
 * one statement. Rejects when the database cannot be reached at the start; later losses are repaired.
 */
export async function openPostgresRunBus(options: PostgresRunBusOptions): Promise<RunBus> {
  const channel = options.channel ?? 'runnel_run_bus'
  const onError = options.onError ?? (() => undefined)
  const from = randomUUID()
  const subscriptions = createSubscriptions(onError)
  let backlog: Letter[] = []
  let hasDropped = false
  let isSending = false
  let lastNumber = 0

  const connection = openPostgresConnection({
    connectionString: options.connectionString,
    channel,
    applicationName: options.applicationName ?? 'runnel-run-bus',
    onPayload: receive,
    onReconnect() {
      subscriptions.announceGap()
      void flush()
    },
    onError,
  })

  function receive(payload: string): void {
    const envelope = findEnvelope(payload)
    if (envelope === undefined || envelope.from === from) return
    if (envelope.gap) subscriptions.announceGap()
    for (const [topic, message] of envelope.letters) subscriptions.deliver(topic, message)
  }

  function nextNumber(): number {
    lastNumber += 1
    return lastNumber
  }

  async function flush(): Promise<void> {
    if (isSending || !connection.isOpen()) return
    isSending = true
    try {
      while (backlog.length > 0 || hasDropped) {
        const payloads = packLetters(backlog, { from, next: nextNumber, gap: hasDropped })
        backlog = []
        hasDropped = false
        await connection.query(SEND, [channel, payloads])
      }
    } catch (error) {
      hasDropped = true
      onError(error)
    } finally {
      isSending = false
    }
  }

  function send(topic: string, message: JsonValue): void {
    queueMicrotask(() => subscriptions.deliver(topic, message))
    if (backlog.length >= LARGEST_BACKLOG) {
      backlog = []
      hasDropped = true
    }
    backlog.push([topic, message])
    if (backlog.length === 1) setImmediate(() => void flush())
  }

  await connection.opened
  return {
    publish: send,
    subscribe: (runId, listener, onGap) => subscriptions.add(runId, listener, onGap),
    publishControl: (message) => send(CONTROL_TOPIC, message),
    subscribeControl: (listener, onGap) => subscriptions.add(CONTROL_TOPIC, listener, onGap),
    async close() {
      subscriptions.clear()
      await flush()
      await connection.close()
    },
  }
}
