/** A signal that can be aborted by itself and is aborted with its parent, for the same reason. */
export interface LinkedSignal {
  signal: AbortSignal
  abort(reason: unknown): void
  /** Frees the listener at the parent. */
  unlink(): void
}

/** Links a new signal to a parent. */
export function linkSignal(parent: AbortSignal): LinkedSignal {
  const controller = new AbortController()
  const follow = () => controller.abort(parent.reason)
  if (parent.aborted) follow()
  else parent.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => {
      if (!controller.signal.aborted) controller.abort(reason)
    },
    unlink: () => parent.removeEventListener('abort', follow),
  }
}
