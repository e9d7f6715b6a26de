import type { JsonValue } from '@runnel/contract'

/** Gets the messages of one run. */
export type RunBusListener = (message: JsonValue) => void

/** Ends a subscription; may be called twice. */
export type Unsubscribe = () => void

/**
 * Tells every process what happens in a run. It is quick and forgetful: a message may be lost (a cut connection,
 * a full buffer), and one that is too large to send arrives as `{wake: true}`. So a message is a hint to show at
 * once or to look into the database, which alone holds the truth; after a gap readers read it again.
 */
export interface RunBus {
  /** Sends to all subscribers of the run, in this and every other process. Never throws, never waits. */
  publish(runId: string, message: JsonValue): void
  /** `onGap` is called when messages may have been missed; without it the listener gets `{wake: true}`. */
  subscribe(runId: string, listener: RunBusListener, onGap?: () => void): Unsubscribe
  /** Sends to all processes, such as "stop run X". */
  publishControl(message: JsonValue): void
  /** Gets the control messages of all processes, this one included. */
  subscribeControl(listener: RunBusListener, onGap?: () => void): Unsubscribe
  /** How many other processes are on the bus now, also those that stand still. */
  countOthers(): Promise<number>
  /** Ends the bus; later calls do nothing. */
  close(): Promise<void>
}

/** What stands in for a message that could not be sent whole: read the database. */
export const WAKE_MESSAGE: JsonValue = { wake: true }
