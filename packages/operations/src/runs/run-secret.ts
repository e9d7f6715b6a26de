import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'

/** Shows that a caller started a run: whoever was given it with the run's id may follow the run and stop it. */
export function runSecret({ sessionKey }: Pick<OperationContext, 'sessionKey'>, runId: string): string {
  return createHmac('sha256', sessionKey).update(`run-secret:${runId}`).digest('base64url')
}

/** True for the secret of just this run. */
export function fitsRun(
  context: Pick<OperationContext, 'sessionKey'>,
  runId: string,
  secret: string | undefined,
): boolean {
  return secret !== undefined && equalInConstantTime(secret, runSecret(context, runId))
}
