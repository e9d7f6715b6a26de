import type { RunBus } from './run-bus.ts'
import { CONTROL_TOPIC, createSubscriptions } from './subscriptions.ts'

/** The bus of a single process: messages arrive in the order sent, at the end of the current turn. */
export function createInProcessRunBus(options: { onError?: (error: unknown) => void } = {}): RunBus {
  const subscriptions = createSubscriptions(options.onError ?? (() => undefined))
  return {
    publish: (runId, message) => queueMicrotask(() => subscriptions.deliver(runId, message)),
    subscribe: (runId, listener, onGap) => subscriptions.add(runId, listener, onGap),
    publishControl: (message) => queueMicrotask(() => subscriptions.deliver(CONTROL_TOPIC, message)),
    subscribeControl: (listener, onGap) => subscriptions.add(CONTROL_TOPIC, listener, onGap),
    async close() {
      subscriptions.clear()
    },
  }
}
