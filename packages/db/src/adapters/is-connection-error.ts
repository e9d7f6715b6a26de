/** What a server says that takes no writes: after a failover another one may stand at its address. */
const READ_ONLY = '25006'

/**
 * True when an error did not come from the server, so that the connection itself is in doubt, or when the server is not
 * the one that takes writes. A value that cannot be stored (`TypeError`) was refused before anything was sent.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof TypeError) return false
  if (error instanceof Error && 'code' in error && error.code === READ_ONLY) return true
  return !(error instanceof Error && 'severity' in error) || error.severity === 'FATAL'
}
