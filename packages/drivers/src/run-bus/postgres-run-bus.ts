import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import { CONTROL_TOPIC, createSubscriptions } from './in-process-run-bus.ts'
import { findEnvelope } from './notify-payloads.ts'
import { createOutbox } from './outbox.ts'
import { createPeers } from './peers.ts'
import { openPostgresConnection } from './postgres-connection.ts'
import type { RunBus } from './run-bus.ts'

/** How often a process says that it is there, in milliseconds. */
const BEAT_MS = 10_000
/** Other connections of the same name to the same database. */
const COUNT_OTHERS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()`
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
 * its messages without the detour, and nothing is sent while no other process is there. What is published in one turn,
 * or while a statement is under way, goes out in one statement. Rejects when the database cannot be reached at the start; later losses are repaired.
 */
export async function openPostgresRunBus(options: PostgresRunBusOptions): Promise<RunBus> {
  const channel = options.channel ?? 'runnel_run_bus'
  const onError = options.onError ?? (() => undefined)
  const from = randomUUID()
  const subscriptions = createSubscriptions(onError)
  const peers = createPeers(() => performance.now())
  const applicationName = options.applicationName ?? 'runnel-run-bus'
  const connection = openPostgresConnection({
    connectionString: options.connectionString,
    channel,
    applicationName,
    onPayload: receive,
    onReconnect() {
      subscriptions.announceGap()
      outbox.present('ask', true)
    },
    onError,
  })
  const outbox = createOutbox({
    from,
    isOpen: connection.isOpen,
    async send(payloads) {
      await connection.query(SEND, [channel, payloads])
    },
    onError,
  })

  function receive(payload: string): void {
    const envelope = findEnvelope(payload)
    if (envelope === undefined || envelope.from === from) return
    const isNew = peers.hear(envelope)
    if (isNew || envelope.presence === 'ask') outbox.present('here', isNew)
    if (envelope.gap) subscriptions.announceGap()
    for (const [topic, message] of envelope.letters) subscriptions.deliver(topic, message)
  }

  function send(topic: string, message: JsonValue): void {
    queueMicrotask(() => subscriptions.deliver(topic, message))
    if (peers.areThere()) outbox.post([topic, message])
  }

  await connection.opened
  outbox.present('ask', true)
  const beat = setInterval(() => outbox.present('here'), BEAT_MS)
  beat.unref()
  return {
    publish: send,
    subscribe: (runId, listener, onGap) => subscriptions.add(runId, listener, onGap),
    publishControl: (message) => send(CONTROL_TOPIC, message),
    subscribeControl: (listener, onGap) => subscriptions.add(CONTROL_TOPIC, listener, onGap),
    async countOthers() {
      const [row] = await connection.query(COUNT_OTHERS, [applicationName])
      return Number(row?.count)
    },
    async close() {
      clearInterval(beat)
      subscriptions.clear()
      await outbox.flush()
      outbox.present('bye')
      await outbox.flush()
      await connection.close()
    },
  }
}
