import type { OperationContext } from '../context.ts'

const PART = 200

/** Goes through the sealed secrets of all second factors, part by part. */
export async function* readSecondFactors({
  db,
}: Pick<OperationContext, 'db'>): AsyncGenerator<{ userId: string; sealed: string }> {
  let after = ''
  for (;;) {
    const part = await db.system.secondFactors.listSealed(after, PART)
    yield* part
    after = part.at(-1)?.userId ?? ''
    if (part.length < PART) return
  }
}
