/**
 * True when an error did not come from the server, so that the connection itself is in doubt. A value that cannot be
 * stored (`TypeError`) was refused before anything was sent.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof TypeError) return false
  return !(error instanceof Error && 'severity' in error) || error.severity === 'FATAL'
}
