import { expect, test } from 'vitest'
import type { EnginePorts } from '../engine-ports.ts'
import { LONG_PATIENCE, retryCall } from './make-call.ts'

const ports = { sleep: async () => undefined } as unknown as EnginePorts
const fault = (facts: object) => Object.assign(new Error('no luck'), facts)

/** How often a call that always fails so is made. */
async function triesOf(error: Error, isRepeatable: boolean): Promise<number> {
  let tries = 0
  const { signal } = new AbortController()
  const call = async () => {
    tries += 1
    throw error
  }
  await expect(retryCall(call, { ports, signal, mayRetry: () => true, isRepeatable })).rejects.toBe(error)
  return tries
}

test.each([
  { what: 'one that only reads', facts: { retryable: true, wasSent: true }, isRepeatable: true, tries: 3 },
  { what: 'one that may have done something', facts: { retryable: true, wasSent: true }, tries: 1 },
  { what: 'one that was never sent', facts: { retryable: true, wasSent: false }, tries: 3 },
  { what: 'one of which nothing is known', facts: {}, tries: 1 },
  {
    what: 'one that fails for good',
    facts: { retryable: false, wasSent: false },
    isRepeatable: true,
    tries: 1,
  },
])(
  'a call is tried again only where that is safe and may help: $what',
  async ({ facts, isRepeatable, tries }) => {
    expect(await triesOf(fault(facts), isRepeatable ?? false)).toBe(tries)
  },
)

test('work that nobody waits for has more patience, and waits as long as the vendor says, within bounds', async () => {
  const waits: number[] = []
  const patient = {
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
  } as unknown as EnginePorts
  let tries = 0
  const call = async () => {
    tries += 1
    if (tries < 6) throw fault({ retryable: true, ...(tries === 1 && { retryAfterMs: 600_000 }) })
    return 'done'
  }
  const { signal } = new AbortController()
  const options = { ports: patient, signal, mayRetry: () => true, patience: LONG_PATIENCE }
  expect(await retryCall(call, options)).toBe('done')
  expect(waits).toEqual([60_000, 1_000, 2_000, 4_000, 8_000])
})
