import { join } from 'node:path'
import type { JsonValue } from '@runnel/contract'
import { expect } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

/** A sandbox for tests of what its code finds. */
export function startTestSandbox(): Sandbox {
  const childPath = join(import.meta.dirname, '..', 'sandbox-child.ts')
  return createSandbox({ childPath, maxChildren: 1, limits: { timeoutMs: 10_000 } })
}

/** Runs the same function here and in the sandbox and expects the same: Node is the oracle. It may use globals only. */
export async function expectSameAsNode<Input extends JsonValue>(
  sandbox: Sandbox,
  input: Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const { value } = await sandbox.run({ code: `return (${run})($input)`, globals: { $input: input } })
  expect(value).toEqual(JSON.parse(JSON.stringify(run(input))))
}
