import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'
import { isModelError, ModelError } from '@runnel/node-kit'

/** Puts the kind of node in front (`Error in LLM node: …`); keeps code and facts of the error, which the engine's back-off reads. */
export function nameTheNode(kind: string, error: unknown): RunnelError {
  const message = `Error in ${kind} node: ${errorMessage(error)}`
  if (isModelError(error)) {
    const { retryable, retryAfterMs, vendorStatus } = error
    return new ModelError(message, {
      retryable,
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(vendorStatus === undefined ? {} : { vendorStatus }),
    })
  }
  if (!isRunnelError(error)) return new RunnelError('step_failed', message, { cause: error })
  return new RunnelError(error.code, message, { cause: error, issues: error.issues, status: error.status })
}
