/** What the parent tells a child: run this, the answer to a call, or that it may go on after it waited. */
export type ToChild =
  | {
      type: 'run'
      code: string
      /** The globals as JSON text. */
      globals: string
      timeoutMs: number
      memoryBytes: number
      valueBytes: number
    }
  | { type: 'reply'; callId: number; json: string }
  | { type: 'go on' }

/** What a child tells its parent. */
export type FromChild =
  | { type: 'ready' }
  /** The code only waits for a timer or an answer. */
  | { type: 'waiting' }
  /** It has what it waited for, and waits to be let go on. */
  | { type: 'ready to go on' }
  | { type: 'call'; callId: number; kind: 'fetch' | 'call'; json: string }
  | { type: 'finished'; json: string; logs: string[] }
  | { type: 'failed'; isLimit: boolean; message: string; logs: string[] }

function hasLogs(message: object): message is { logs: string[] } {
  return (
    'logs' in message && Array.isArray(message.logs) && message.logs.every((line) => typeof line === 'string')
  )
}

/** Checks a message of a child, which is not trusted. */
export function isFromChild(message: unknown): message is FromChild {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false
  switch (message.type) {
    case 'ready':
    case 'waiting':
    case 'ready to go on':
      return true
    case 'call':
      return (
        'callId' in message &&
        typeof message.callId === 'number' &&
        'kind' in message &&
        (message.kind === 'fetch' || message.kind === 'call') &&
        'json' in message &&
        typeof message.json === 'string'
      )
    case 'finished':
      return 'json' in message && typeof message.json === 'string' && hasLogs(message)
    case 'failed':
      return (
        'isLimit' in message &&
        typeof message.isLimit === 'boolean' &&
        'message' in message &&
        typeof message.message === 'string' &&
        hasLogs(message)
      )
    default:
      return false
  }
}
