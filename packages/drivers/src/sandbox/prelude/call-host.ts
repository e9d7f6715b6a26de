/** Gives a call to the process outside, as JSON text both ways. */
export type HostCall = (kind: string, json: string) => Promise<string>

type HostAnswer = { value: unknown; error?: undefined } | { error: { message: string; code?: string } }

// Kept from before the user's code, which may put others in their place.
const { parse, stringify } = JSON

let send: HostCall | undefined

/** Sets where calls go: once, before anything of the user runs. */
export function connectHost(hostCall: HostCall): void {
  send = hostCall
}

/** Waits that many milliseconds outside. */
export async function sleep(milliseconds: number): Promise<void> {
  await send?.('sleep', stringify(milliseconds))
}

/** Asks the broker of the run. What it refuses is thrown, with its code. */
export async function callHost(kind: 'fetch' | 'call', payload: object): Promise<unknown> {
  const answer: HostAnswer = parse((await send?.(kind, stringify(payload))) ?? '{}')
  if (answer.error === undefined) return answer.value
  throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
}
