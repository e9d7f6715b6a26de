import type { JsonValue } from '@runnel/contract'
import { type RunBus, type RunBusListener, type Unsubscribe, WAKE_MESSAGE } from './run-bus.ts'

interface Subscription {
  listener: RunBusListener
  onGap: () => void
}

/** The listeners of this process, by topic. */
interface Subscriptions {
  add(topic: string, listener: RunBusListener, onGap?: () => void): Unsubscribe
  /** Calls the topic's listeners. One that throws does not keep the others from hearing. */
  deliver(topic: string, message: JsonValue): void
  /** Tells all listeners that messages may be missing. */
  announceGap(): void
  clear(): void
}

/** Makes an empty set of subscriptions; what a listener throws goes to `onError`. */
export function createSubscriptions(onError: (error: unknown) => void): Subscriptions {
  const byTopic = new Map<string, Set<Subscription>>()

  function callSafely(call: () => void): void {
    try {
      call()
    } catch (error) {
      onError(error)
    }
  }

  return {
    add(topic, listener, onGap = () => listener(WAKE_MESSAGE)) {
      const subscription = { listener, onGap }
      const all = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, all.add(subscription))
      return () => {
        all.delete(subscription)
        if (all.size === 0 && byTopic.get(topic) === all) byTopic.delete(topic)
      }
    },
    deliver(topic, message) {
      for (const { listener } of byTopic.get(topic) ?? []) callSafely(() => listener(message))
    },
    announceGap() {
      for (const all of byTopic.values()) for (const { onGap } of all) callSafely(onGap)
    },
    clear: () => byTopic.clear(),
  }
}

/** The topic of the control messages; no run has it, because ids of runs are UUIDs. */
export const CONTROL_TOPIC = 'control'

/** The bus of a single process: messages arrive in the order sent, at the end of the current turn. */
export function createInProcessRunBus(options: { onError?: (error: unknown) => void } = {}): RunBus {
  const subscriptions = createSubscriptions(options.onError ?? (() => undefined))
  return {
    publish: (runId, message) => queueMicrotask(() => subscriptions.deliver(runId, message)),
    subscribe: (runId, listener, onGap) => subscriptions.add(runId, listener, onGap),
    publishControl: (message) => queueMicrotask(() => subscriptions.deliver(CONTROL_TOPIC, message)),
    subscribeControl: (listener, onGap) => subscriptions.add(CONTROL_TOPIC, listener, onGap),
    countOthers: async () => 0,
    async close() {
      subscriptions.clear()
    },
  }
}
